"""Lines of a file refused by a Python library, in a loop over the file.

    lines.py LIBRARY FILE

LIBRARY is rfc3987, rfc3986 or urllib. A line of the output has the number of
a refused line, a colon, and the line.
"""

import sys


def with_rfc3987():
    import rfc3987

    matches = rfc3987.get_compiled_pattern("^%(IRI)s$").match
    return lambda line: matches(line) is not None


def with_rfc3986():
    import rfc3986

    validator = (
        rfc3986.validators.Validator()
        .require_presence_of("scheme")
        .check_validity_of("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    )

    def valid(line):
        try:
            validator.validate(rfc3986.uri_reference(line))
            return True
        except (rfc3986.exceptions.RFC3986Exception, ValueError):
            return False

    return valid


def with_urllib():
    from urllib.parse import urlsplit

    def valid(line):
        try:
            split = urlsplit(line)
            split.port  # checks the port
            return split.scheme != ""
        except ValueError:
            return False

    return valid


def main():
    library, name = sys.argv[1:]
    valid = {"rfc3987": with_rfc3987, "rfc3986": with_rfc3986, "urllib": with_urllib}[library]()
    accepted = refused = 0
    with open(name, encoding="utf-8", errors="surrogateescape", newline="\n") as file:
        for number, line in enumerate(file, 1):
            if valid(line.rstrip("\n")):
                accepted += 1
            else:
                refused += 1
                sys.stdout.buffer.write(b"%d:%s\n" % (number, line.rstrip("\n").encode("utf-8", "surrogateescape")))
    print(f"{accepted} valid, {refused} invalid")


main()
