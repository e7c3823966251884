"""The Python peers of the benchmarks, as a child process of the harness:

    python3 peers.py FOLDER

FOLDER contains iri.py, from "abnf gen --lang python", and iri.python, from "abnf regexp". The
protocol is that of ../child.go, with peers only. Strings are decoded before a pass; one that is
not UTF-8 is rejected. The packages rfc3987 and ada-url are listed if they are installed.
"""

import importlib.util
import json
import platform
import re
import sys
import time
from importlib.metadata import version
from pathlib import Path


def peers(folder):
    spec = importlib.util.spec_from_file_location("iri", folder / "iri.py")
    iri = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(iri)
    expression = re.compile((folder / "iri.python").read_text().rstrip("\n"))
    yield "abnf gen --lang python", "this one", "RFC 3987", iri.IRI.valid
    yield "re", platform.python_version(), "RFC 3987", lambda s: expression.match(s) is not None
    for package, module, standard, call in (
        ("rfc3987", "rfc3987", "RFC 3987", lambda m: lambda s: m.match(s, "IRI") is not None),
        ("ada-url", "ada_url", "WHATWG URL", lambda m: m.check_url),
    ):
        if importlib.util.find_spec(module):
            yield package, version(package), standard, call(importlib.import_module(module))


def load(file):
    data, strings, at = Path(file).read_bytes(), [], 0
    while at < len(data):
        start = at + 4
        at = start + int.from_bytes(data[at:start], "little")
        try:
            strings.append(data[start:at].decode())
        except UnicodeDecodeError:
            strings.append(None)
    return strings


def timed(valid, strings):
    begin = time.thread_time_ns()
    accepted = 0
    for s in strings:
        if s is not None and valid(s):
            accepted += 1
    return time.thread_time_ns() - begin, accepted


def main():
    calls = {}
    for name, release, standard, valid in peers(Path(sys.argv[1])):
        calls[name] = valid
        print(json.dumps({"name": name, "language": "Python", "version": release, "standard": standard}))
    print(flush=True)

    strings = []
    for line in sys.stdin:
        verb, *fields = line.rstrip("\n").split("\t")
        try:
            if verb == "quit":
                return
            if verb == "load":
                strings = load(fields[0])
                reply = f"ok\t{len(strings)}"
            elif verb == "verdicts":
                reply = "".join("1" if s is not None and calls[fields[0]](s) else "0" for s in strings)
            elif verb == "time":
                least, accepted = timed(calls[fields[0]], strings)
                spent = least
                while spent < int(fields[1]):
                    ns, _ = timed(calls[fields[0]], strings)
                    least, spent = min(least, ns), spent + ns
                reply = f"{least}\t{accepted}\t-1"
            else:
                reply = f"error\tthere is no request {verb}: there are load, verdicts, time and quit"
        except (OSError, KeyError) as e:
            reply = f"error\t{e}"
        print(reply, flush=True)


if __name__ == "__main__":
    main()
