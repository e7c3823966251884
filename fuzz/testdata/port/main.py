"""Prints what the functions of a generated file return for each line of standard input, a rule and
a text in hexadecimal digits; see TestPorts."""

import importlib.util
import sys

spec = importlib.util.spec_from_file_location("ported", sys.argv[1])
ported = importlib.util.module_from_spec(spec)
sys.modules["ported"] = ported
spec.loader.exec_module(ported)


def part(p):
    return "-1--1" if p is None else "%d-%d" % p


for line in sys.stdin:
    name, hexadecimal = line.rstrip("\n").split("\t")
    text = bytes.fromhex(hexadecimal).decode()
    rule = getattr(ported, name)
    if hasattr(rule, "classify"):
        print(rule.classify(text))
        continue
    parts = rule.split(text) if hasattr(rule, "split") else None
    print(str(rule.valid(text)).lower(), rule.prefix(text), rule.error_offset(text), *map(part, parts or ()))
