# SPDX-License-Identifier: Apache-2.0
"""Where functions begin and end in C++ text, by following braces.

A compiler's syntax tree would be exact, but costs seconds a file. Instead each `{` outside a function is judged by the
text between it and the last `;`, `{` or `}`: a namespace or a type holds further declarations, a function is measured,
anything else (an initialiser) is skipped. Inside a function braces only nest, so lambdas, local types and control
blocks count as lines of the function that holds them.
"""

import dataclasses
import re

LABEL = re.compile(r"\s*(?:(?:public|protected|private)(?:\s+(?:slots|Q_SLOTS))?|signals|Q_SIGNALS)\s*:(?!:)"
                   r"|\s*Q_(?:OBJECT|GADGET|NAMESPACE)\b|\s*QML_\w+(?:\([^()]*\))?")
SCOPE = re.compile(r"\s*(?:inline\s+)?namespace\b|\s*extern\s*\"[^\"]*\"\s*$|\s*export\s*$")
TYPE = re.compile(r"\b(?:class|struct|union|enum)\b")
# What may stand between a function's `)` and its `{`.
QUALIFIERS = (r"(?:(?:const|noexcept|override|final|mutable|volatile|constexpr|static|try|&&?)(?!\w)\s*"
              r"|noexcept\s*\((?:[^()]|\([^()]*\))*\)\s*|\[\[[^\]]*\]\]\s*)*")
FUNCTION_TAIL = re.compile(r"\)\s*" + QUALIFIERS + r"(?:->[^;{}]*|requires\b[^;{}]*)?$")
INITIALISER_LIST = re.compile(r"\)\s*" + QUALIFIERS + r":(?!:)")
NAME = re.compile(r"(operator\s*(?:\(\s*\)|[^\s\w(]+|[\w:<>*&\s]+?)|~?[\w:]+)\s*\(")


@dataclasses.dataclass
class Function:
    name: str
    first: int  # line of the signature
    last: int  # line of the closing brace

    @property
    def lines(self):
        return self.last - self.first + 1


class UnbalancedBraces(Exception):
    """The text cannot be followed; the argument is the line."""


def _classify(head, parentheses):
    """'scope', 'function' or 'other' for the brace that follows `head`."""
    ending = head.rstrip()
    if parentheses:
        return "function" if ending.endswith((")", "]")) and "[" in ending else "other"
    if SCOPE.match(head):
        return "scope"
    if INITIALISER_LIST.search(_without_templates(head)):
        return "function" if ending.endswith((")", "}", "...")) else "other"
    if FUNCTION_TAIL.search(ending):
        return "function"
    if TYPE.search(_without_templates(head)) and "=" not in _without_templates(head):
        return "scope"
    return "function" if ending.endswith("]") and "=" in ending else "other"


def _without_templates(head):
    """Without what stands between matching < and >, so that a template's parameters name no type."""
    previous = None
    while previous != head:
        previous = head
        head = re.sub(r"<[^<>]*>", " ", head)
    return head


def _strip_labels(head):
    """Length of access labels and macros at the head's beginning, and of white space."""
    position = 0
    while match := LABEL.match(head, position):
        position = match.end()
    return position + len(head[position:]) - len(head[position:].lstrip())


def _name(head):
    match = NAME.search(_without_templates(head))
    return match.group(1).strip() if match else "lambda"


class _Walker:
    def __init__(self, text):
        self.text = text
        self.line = 1
        self.stack = []  # (kind, parentheses outside, head outside, name, first line)
        self.parentheses = 0
        self.head_start = 0
        self.found = []

    def in_function(self):
        return bool(self.stack) and self.stack[-1][0] in ("function", "inner")

    def open(self, position):
        if self.in_function():
            self.stack.append(("inner", self.parentheses, self.head_start, "", 0))
            return
        head = self.text[self.head_start:position]
        skipped = _strip_labels(head)
        kind = _classify(head[skipped:], self.parentheses)
        first = self.text.count("\n", 0, self.head_start + skipped) + 1
        name = _name(head[skipped:]) if kind == "function" else ""
        self.stack.append((kind, self.parentheses, self.head_start, name, first))
        self.parentheses = 0
        self.head_start = position + 1

    def close(self, position):
        if not self.stack:
            raise UnbalancedBraces(self.line)
        kind, self.parentheses, head_outside, name, first = self.stack.pop()
        if kind == "function":
            self.found.append(Function(name, first, self.line))
        # An initialiser belongs to the declaration around it; after anything else a new one begins.
        self.head_start = head_outside if kind == "other" or self.parentheses else position + 1

    def walk(self):
        for position, character in enumerate(self.text):
            if character == "\n":
                self.line += 1
            elif character == "{":
                self.open(position)
            elif character == "}":
                self.close(position)
            elif self.in_function():
                continue
            elif character in "([":
                self.parentheses += 1
            elif character in ")]":
                self.parentheses = max(0, self.parentheses - 1)
            elif character == ";" and not self.parentheses and not self._in_initialiser():
                self.head_start = position + 1
        if self.stack:
            raise UnbalancedBraces(self.line)
        return self.found

    def _in_initialiser(self):
        return bool(self.stack) and self.stack[-1][0] == "other"


def functions(statements):
    """The functions of `statements` (C++ without comments, literals and directives); nested ones are not told apart."""
    return _Walker(statements).walk()
