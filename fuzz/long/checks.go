package main

var checks = []check{}
