#!/usr/bin/python3
"""Takes an example out of a README: example.py README LANGUAGE NUMBER OUT [WORD=OTHER ...]

NUMBER counts the blocks of a language from 1; each WORD, which must stand in the example, is replaced.
"""
import re
import sys


def example(readme: str, language: str, number: int, words: dict[str, str] | None = None) -> str:
    with open(readme, encoding="utf-8") as file:
        blocks = re.findall(rf"^```{language}\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    if len(blocks) < number:
        raise SystemExit(f"{readme}: {len(blocks)} blocks of {language}, number {number} is asked for")
    text = blocks[number - 1]
    for word, other in (words or {}).items():
        if word not in text:
            raise SystemExit(f"{readme}: example {number} of {language} does not say {word}")
        text = text.replace(word, other)
    return text


if __name__ == "__main__":
    source, language, number, out = sys.argv[1:5]
    with open(out, "w", encoding="utf-8") as file:
        file.write(example(source, language, int(number), dict(word.split("=", 1) for word in sys.argv[5:])))
