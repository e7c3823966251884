"""Tries regular expressions of abnf regexp as patterns of jsonschema; see TestExpressions."""

import sys

sys.path.pop(0)  # this file has the name of the package

import jsonschema


def text(field):
    return bytes.fromhex(field).decode()


def main():
    wrong = tests = 0
    for line in open(sys.argv[1], encoding="ascii"):
        kind, *fields = line.rstrip("\n").split("\t")
        if kind == "E":
            name = fields[0]
            validator = jsonschema.Draft202012Validator({"pattern": text(fields[1])})
            continue
        if kind == "L":  # a long string: verdict, beginning, what is repeated, end, number of repetitions
            string = text(fields[1]) + text(fields[2]) * int(fields[4]) + text(fields[3])
        else:
            string = text(fields[1])
        tests += 1
        if validator.is_valid(string) != (fields[0] == "1"):
            wrong += 1
            print("wrong", name, ascii(string[:100]), sep="\t")
    print("tests", tests, wrong, sep="\t")


main()
