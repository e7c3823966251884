"""Normalization and Punycode, beside those of Python."""

import random
import sys
import unicodedata
import unittest

from irilex import _idna


class Unicode(unittest.TestCase):
    def test_normalization(self):
        """Code points that Python's version of Unicode assigns never change their normal form."""
        assigned = [c for c in map(chr, range(0xD800)) if unicodedata.category(c) != "Cn"]
        assigned += [c for c in map(chr, range(0xE000, sys.maxunicode + 1)) if unicodedata.decomposition(c)]
        marks = [c for c in assigned if unicodedata.combining(c)]
        choose = random.Random(1)
        texts = assigned + [unicodedata.normalize("NFD", c) for c in assigned]
        texts += ["".join(choose.choices(assigned, k=2) + choose.choices(marks, k=3)) for _ in range(20000)]
        changed = 0
        for text in texts:
            want = unicodedata.normalize("NFC", text)
            changed += want != text
            self.assertEqual(_idna._normalized(text), want, ascii(text))
        self.assertGreater(changed, 10000)

    def test_punycode(self):
        choose = random.Random(1)
        for _ in range(2000):
            text = "".join(choose.choices("abc-é中\U0001f600", k=choose.randrange(1, 20))) + "ü"
            self.assertEqual(_idna._decode_punycode(text.encode("punycode").decode()), text)
        for text in "", "abc-", "-", "!", "9", "99999999", "ab--":
            self.assertIsNone(_idna._decode_punycode(text), text)


if __name__ == "__main__":
    unittest.main()
