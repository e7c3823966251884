"""Compares abnf match with Lark: see .ci/earley.

The arguments are the program abnf, then for each grammar its file, its rule, Lark's twin and the
rule there.
"""

import random
import subprocess
import sys

import lark

LEAST = 200  # members, and near misses


def run(abnf, command, grammar, rule, *flags, text=None):
    done = subprocess.run([abnf, command, "-g", grammar, "-r", rule, *flags], input=text, text=True,
                          capture_output=True, check=False)
    if done.returncode == 2:
        sys.exit(done.stderr)
    return done.stdout.splitlines()


def decoded(line):
    """Decode the escapes of abnf sample."""
    return line.encode("ascii").decode("unicode_escape")


def edited(text, alphabet, chance):
    """Return text with one to three random edits."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(text) + 1)
        cut = chance.randint(0, 1)
        text = text[:at] + chance.choice(["", chance.choice(alphabet)]) + text[at + cut:]
    return text


def accepts(parser, text):
    try:
        parser.parse(text)
    except lark.exceptions.UnexpectedInput:
        return False
    return True


def compare(abnf, grammar, rule, twin, start):
    with open(twin, encoding="utf-8") as file:
        parser = lark.Lark(file.read(), start=start, parser="earley", lexer="dynamic_complete", ambiguity="resolve")
    members = [decoded(line) for line in run(abnf, "sample", grammar, rule, "--readable", "--count", "400")]
    alphabet = sorted(set("".join(members)) | {" ", "~"})
    chance = random.Random(1)
    texts = sorted({*members, *(edited(m, alphabet, chance) for m in members for _ in range(4))} - {""})
    verdicts = [line == "1" for line in run(abnf, "match", grammar, rule, text="".join(t + "\n" for t in texts))]
    wrong = [(t, v) for t, v in zip(texts, verdicts, strict=True) if accepts(parser, t) != v]
    for text, verdict in wrong[:10]:
        print(f"{grammar}: {text!r}: abnf says {verdict}, Lark does not")
    print(f"{rule}: {sum(verdicts)} members and {len(texts) - sum(verdicts)} near misses, {len(wrong)} verdicts differ")
    return not wrong and min(sum(verdicts), len(texts) - sum(verdicts)) >= LEAST


def main(abnf, *rest):
    results = [compare(abnf, *rest[i:i + 4]) for i in range(0, len(rest), 4)]
    sys.exit(0 if all(results) else 1)


main(*sys.argv[1:])
