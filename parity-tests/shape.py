"""The twin rule: both ports have the same files, and in them the same names in the same order with the same first
sentence.

snake_case and camelCase count as the same name, and so do a leading underscore and a missing export. Types that are
not exported have no twin: they vanish when the types are taken away. What cannot be alike stands in
shape_exceptions.json with its reason; an exception that is not needed is a fault as well.
"""

import ast
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXCEPTIONS = Path(__file__).resolve().parent / "shape_exceptions.json"

_TOP_LEVEL = re.compile(r"(export )?(?:async )?(function|const|let|class|interface|type) (\w+)")
_METHOD = re.compile(r"  (?:private |async )*(\w+)\(.*\{$")
_TEST = re.compile(r"""^test\(\s*(["'`])(.*?)\1""", re.MULTILINE)


class Definition:
    """A name at the top of a module or in a class: public or not, and the first sentence of what is said about it."""

    def __init__(self, name, public, sentence):
        """Takes the three; the name is written in camelCase, that of a method as Class.method."""
        self.name = name
        self.public = public
        self.sentence = sentence


def faults(root=ROOT, exceptions=None):
    """Gives a sentence for each place at which the two ports are not twins."""
    exceptions = json.loads(EXCEPTIONS.read_text(encoding="utf-8")) if exceptions is None else exceptions
    allowed = {(entry["file"], entry["name"]) for entry in exceptions if entry.get("reason")}
    used = set()
    python, typescript = _modules(root / "python", ".py"), _modules(root / "typescript", ".ts")
    for name in sorted(set(python) ^ set(typescript)):
        if (name, "*") not in allowed:
            yield f"{name}: only one port has this file"
        used.add((name, "*"))
    for name in sorted(set(python) & set(typescript)):
        yield from _module_faults(name, python[name], typescript[name], allowed, used)
    yield from _test_faults(root, allowed, used)
    for name in sorted(allowed - used):
        yield f"{name[0]}: {name[1]} is an exception that nothing needs"


def _modules(folder, ending):
    paths = [folder / ("main" + ending), *(folder / "server").glob("*" + ending)]
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in paths if path.exists()}


def _module_faults(name, python, typescript, allowed, used):
    one, other = python_definitions(python.read_text("utf-8")), typescript_definitions(typescript.read_text("utf-8"))
    kept = []
    for definitions in (one, other):
        rest = []
        for definition in definitions:
            if (name, definition.name) in allowed:
                used.add((name, definition.name))
            else:
                rest.append(definition)
        kept.append(rest)
    names = [[definition.name for definition in rest] for rest in kept]
    if names[0] != names[1]:
        missing = [each for each in names[0] if each not in names[1]]
        added = [each for each in names[1] if each not in names[0]]
        words = [f"missing in TypeScript: {', '.join(missing)}"] if missing else []
        words += [f"only in TypeScript: {', '.join(added)}"] if added else []
        yield f"{name}: other names, or another order: {'; '.join(words) or 'the same names in another order'}"
        return
    for here, there in zip(*kept):
        if here.public != there.public:
            yield f"{name}: {here.name} is public in one port only"
        if here.public and not here.sentence and here.name.upper() != here.name:
            yield f"{name}: {here.name} is public and says nothing of itself"
        if here.sentence != there.sentence:
            yield f"{name}: {here.name} begins with another sentence: {here.sentence!r} and {there.sentence!r}"


def _test_faults(root, allowed, used):
    here, there = (root / "python" / "tests").glob("test_*.py"), (root / "typescript" / "tests").glob("*.test.ts")
    python = {path.stem.removeprefix("test_"): path for path in here}
    typescript = {path.name.removesuffix(".test.ts"): path for path in there}
    for name in sorted(set(python) | set(typescript)):
        key = ("tests/" + name, "*")
        if key in allowed:
            used.add(key)
        elif name not in python or name not in typescript:
            yield f"tests/{name}: only one port has these tests"
        else:
            one = python_tests(python[name].read_text("utf-8"))
            other = typescript_tests(typescript[name].read_text("utf-8"))
            if one != other:
                differing = [each for each in one + other if (each in one) != (each in other)]
                yield f"tests/{name}: other cases or another order: {'; '.join(differing) or 'order'}"


def python_definitions(source):
    """Gives the definitions of a Python module, the module itself first."""
    tree = ast.parse(source)
    lines = source.splitlines()
    found = [Definition("(module)", True, first_sentence(ast.get_docstring(tree)))]
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.append(_python_definition(node.name, first_sentence(ast.get_docstring(node))))
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    inner = _python_definition(method.name, first_sentence(ast.get_docstring(method)))
                    found.append(Definition(f"{node.name}.{inner.name}", inner.public, inner.sentence))
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.append(_python_definition(node.targets[0].id, first_sentence(_comment_above(lines, node.lineno))))
    return found


def _python_definition(name, sentence):
    if name == "__init__":
        return Definition("constructor", True, sentence)
    return Definition(to_camel(name.lstrip("_")), not name.startswith("_"), sentence)


def _comment_above(lines, number):
    comment = []
    while number >= 2 and lines[number - 2].startswith("#: "):
        comment.insert(0, lines[number - 2].removeprefix("#: "))
        number -= 1
    return "\n".join(comment)


def typescript_definitions(source):
    """Gives the definitions of a TypeScript module, the module itself first."""
    lines = source.splitlines()
    found = [Definition("(module)", True, first_sentence(_block_from(lines, 0)))]
    inside = None
    for index, line in enumerate(lines):
        top = _TOP_LEVEL.match(line)
        method = _METHOD.fullmatch(line)
        if top is not None:
            public, kind, name = top.group(1) is not None, top.group(2), top.group(3)
            inside = name if kind == "class" else None
            if public or kind not in ("interface", "type"):
                found.append(Definition(to_camel(name), public, first_sentence(_block_above(lines, index))))
        elif inside is not None and method is not None and method.group(1) not in ("if", "for", "while", "switch"):
            public = not line.startswith("  private ")
            name = f"{inside}.{method.group(1)}"
            found.append(Definition(name, public, first_sentence(_block_above(lines, index))))
    return found


def _block_above(lines, index):
    if index == 0 or not lines[index - 1].rstrip().endswith("*/"):
        return ""
    start = index - 1
    while "/**" not in lines[start]:
        start -= 1
    return _block_from(lines, start)


def _block_from(lines, start):
    if not lines[start].lstrip().startswith("/**"):
        return ""
    text = []
    for line in lines[start:]:
        text.append(line.strip().removeprefix("/**").removesuffix("*/").removeprefix("*").strip())
        if line.rstrip().endswith("*/"):
            break
    return "\n".join(text).strip()


def python_tests(source):
    """Gives the names of the test cases of a Python test module, in their order, as words."""
    tree = ast.parse(source)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    names = [item.name for node in classes for item in node.body if isinstance(item, ast.FunctionDef)]
    return [_words(name.removeprefix("test_")) for name in names if name.startswith("test_")]


def typescript_tests(source):
    """Gives the titles of the test cases of a TypeScript test module, in their order, as words."""
    return [_words(match.group(2)) for match in _TEST.finditer(source)]


def _words(text):
    return " ".join(re.findall("[a-z0-9]+", text.lower()))


def to_camel(name):
    """Writes a snake_case name in camelCase; UPPER_CASE and CamelCase stay."""
    if name.upper() == name:
        return name
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def first_sentence(text):
    """Gives the first sentence of a comment, with single spaces."""
    flat = " ".join((text or "").split())
    return re.split(r"(?<=\.) ", flat, maxsplit=1)[0]


if __name__ == "__main__":
    found = list(faults())
    print("\n".join(found) or "the ports are twins")
    sys.exit(1 if found else 0)
