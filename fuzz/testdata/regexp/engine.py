"""Tries regular expressions of abnf regexp with Python's re; see TestExpressions."""

import re
import sys
import time


def text(field):
    return bytes.fromhex(field).decode()


def main():
    wrong = tests = 0
    for line in open(sys.argv[1], encoding="ascii"):
        kind, *fields = line.rstrip("\n").split("\t")
        if kind == "E":
            name, expression = fields[0], re.compile(text(fields[1]))
            continue
        if kind == "L":  # a long string: verdict, beginning, what is repeated, end, number of repetitions
            string = text(fields[1]) + text(fields[2]) * int(fields[4]) + text(fields[3])
        else:
            string = text(fields[1])
        least = float("inf")
        for _ in range(5 if kind == "L" else 1):
            begin = time.process_time()
            verdict = expression.search(string) is not None
            least = min(least, time.process_time() - begin)
        if kind == "L":
            print("time", name, fields[5], fields[4], least, sep="\t")
        tests += 1
        if verdict != (fields[0] == "1"):
            wrong += 1
            print("wrong", name, verdict, ascii(string[:100]), sep="\t")
    print("tests", tests, wrong, sep="\t")


main()
