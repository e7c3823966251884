"""The parsers for Python, as a child process: urllib.parse, and curl's URL API.

The program follows the protocol of children, see ../peers/child.go, with parsers only: it lists
them and answers load and says. It needs the standard library only. It loads libcurl if installed,
and otherwise lists it with the command to install it.
"""

import ctypes
import ctypes.util
import json
import platform
import sys
import urllib.parse


def urlsplit(string):
    try:
        split = urllib.parse.urlsplit(string)
        split.port  # checks the port
        return host(split.hostname)
    except ValueError:
        return "!"


class Curl:
    """The URL API of libcurl. Codes and parts are those of curl/urlapi.h."""

    HOST, NO_HOST = 5, 14
    URL, NON_SUPPORT_SCHEME = 0, 1 << 3

    def __init__(self, lib):
        lib.curl_version.restype = ctypes.c_char_p
        lib.curl_url.restype = ctypes.c_void_p
        lib.curl_url_cleanup.argtypes = [ctypes.c_void_p]
        lib.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        lib.curl_url_get.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_uint]
        lib.curl_free.argtypes = [ctypes.c_void_p]
        self.lib = lib

    def version(self):
        return self.lib.curl_version().split()[0].decode().removeprefix("libcurl/")

    def __call__(self, string):
        if b"\0" in string:
            return "?"
        handle = self.lib.curl_url()
        try:
            if self.lib.curl_url_set(handle, self.URL, string, self.NON_SUPPORT_SCHEME) != 0:
                return "!"
            part = ctypes.c_void_p()
            if self.lib.curl_url_get(handle, self.HOST, ctypes.byref(part), 0) != 0:
                return "-"
            text = ctypes.string_at(part)
            self.lib.curl_free(part)
            return field(text)
        finally:
            self.lib.curl_url_cleanup(handle)


def host(text):
    return "-" if text is None else field(text.encode("utf-8", "surrogateescape"))


def field(text):
    return "=" + "".join(chr(b) if 0x20 < b < 0x7F and b != 0x5C else f"\\x{b:02X}" for b in text)


def decoded(says):
    """A parser of str, which what is not UTF-8 cannot be given to."""

    def of_bytes(string):
        try:
            return says(string.decode())
        except UnicodeDecodeError:
            return "?"

    return of_bytes


def load(file):
    with open(file, "rb") as f:
        data = f.read()
    strings, at = [], 0
    while at < len(data):
        start = at + 4
        at = start + int.from_bytes(data[at:start], "little")
        strings.append(data[start:at])
    return strings


def ask(says, string):
    try:
        return says(string)
    except Exception:
        return "^"


def main():
    parsers = {"urllib.parse.urlsplit": decoded(urlsplit)}
    listed = [{"name": "urllib.parse.urlsplit", "language": "Python", "version": platform.python_version(), "rule": "rfc3986 URI-reference"}]
    curl = {"name": "curl_url_set", "language": "C", "rule": "rfc3986 URI"}
    library = ctypes.util.find_library("curl")
    if library:
        parsers["curl_url_set"] = Curl(ctypes.CDLL(library))
        listed.append({**curl, "version": parsers["curl_url_set"].version()})
    else:
        listed.append({**curl, "version": "", "missing": "libcurl is not installed here: apt-get install libcurl4"})
    for parser in listed:
        print(json.dumps(parser))
    print(flush=True)

    strings = []
    for line in sys.stdin:
        verb, _, name = line.rstrip("\n").partition("\t")
        if verb == "quit":
            return
        try:
            if verb == "load":
                strings = load(name)
                reply = f"ok\t{len(strings)}"
            elif verb == "says" and name in parsers:
                reply = "\t".join(ask(parsers[name], s) for s in strings)
            else:
                reply = f"error\tthere is no request {verb} about {name}: there are load, says and quit"
        except OSError as e:
            reply = f"error\t{e}"
        print(reply, flush=True)


if __name__ == "__main__":
    main()
