"""One run on several machines: which checks belong to which shard, and one result out of all of theirs."""

import re

from result import ResultError

_SHARD = re.compile(r"([1-9][0-9]{0,4})/([1-9][0-9]{0,4})")

#: What must be the same in all results of one run.
SAME = ("tool", "format", "fixtures", "selection", "implementations", "total", "requirements")


def parse(text):
    """Gives the two numbers of i/n; raises ValueError unless 1 <= i <= n."""
    match = _SHARD.fullmatch(text)
    number, of = map(int, match.groups()) if match else (0, 0)
    if not 1 <= number <= of:
        raise ValueError(f"{text!r} is no shard; write i/n, like 1/4")
    return number, of


def part(items, shard, key=lambda item: item.id):
    """Gives the items of a shard (i, n): of all, sorted by key, every n-th from the i-th on, in their old order."""
    number, of = shard
    names = set(sorted(key(item) for item in items)[number - 1 :: of])
    return [item for item in items if key(item) in names]


def merge(results, names):
    """Puts the results of all shards of a run together; names are those of the files, in the same order.

    Raises ResultError if a shard is missing or there twice, if a check is there twice, or if the shards are of
    different runs. What a shard expected and did not run stays expected.
    """
    if not results:
        raise ResultError("nothing to merge")
    first = results[0]
    for name, result in zip(names, results):
        for key in SAME:
            if result[key] != first[key]:
                raise ResultError(f"{name}: another {key} than {names[0]}; results of different runs cannot be merged")
    _whole(results, names)
    checks = [item for result in results for item in result["checks"]]
    _once(results, names)
    expected = sum(result["expected"] for result in results)
    if expected != first["total"]:
        raise ResultError(f"the shards expected {expected} checks, and the run has {first['total']}")
    left_out = {}
    for result in results:
        for reason, count in result["left_out"].items():
            left_out[reason] = left_out.get(reason, 0) + count
    merged = {
        **first,
        "started": min(result["started"] for result in results),
        "seconds": sum(result["seconds"] for result in results),
        "shard": None,
        "expected": expected,
        "checks": checks,
        "left_out": left_out,
    }
    return in_order(merged)


def in_order(result):
    """Gives the result with its checks in the one order, whatever order they ran in: by pass, then by id."""
    return {**result, "checks": sorted(result["checks"], key=lambda item: (_rank(item["pass"]), item["id"]))}


def _rank(name):
    return {"parity": "0", "swap": "1"}.get(name, "2" + name)


def _whole(results, names):
    if len(results) == 1 and results[0]["shard"] is None:
        return
    seen, of = {}, set()
    for name, result in zip(names, results):
        if result["shard"] is None:
            raise ResultError(f"{name}: is no shard; it holds a whole run")
        try:
            number, count = parse(result["shard"])
        except ValueError as fault:
            raise ResultError(f"{name}: {fault}") from None
        if number in seen:
            raise ResultError(f"{name}: shard {result['shard']} is also in {seen[number]}")
        seen[number] = name
        of.add(count)
    if len(of) > 1:
        raise ResultError("the shards are of different divisions: " + ", ".join(f"1/{count}" for count in sorted(of)))
    missing = [f"{number}/{count}" for count in of for number in range(1, count + 1) if number not in seen]
    if missing:
        raise ResultError("missing shards: " + ", ".join(missing))


def _once(results, names):
    seen = {}
    for name, result in zip(names, results):
        for item in result["checks"]:
            key = (item["pass"], item["id"])
            if key in seen:
                raise ResultError(f"{name}: {item['pass']} {item['id']} is also in {seen[key]}")
            seen[key] = name
