"""Measures the command line: how long `inspector` and `curl` run, and the cost of large bodies.

Used by scripts/bench. To run it alone:  Benchmarks/commands.py INSPECTOR URL
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

from transfers import Server

BODY = 64 << 20
COUNT = 1_000


def measure(words):
    """Runs a command, and returns its duration and its processor time in seconds."""
    quiet = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    start = time.perf_counter()
    child = os.posix_spawnp(words[0], words, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(words)[:200]} ended with {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def in_turns(rounds, *commands):
    """Runs commands in turns, and returns the medians of their figures. The first round does not count."""
    figures = [[measure(words) for words in commands] for _ in range(rounds + 1)][1:]
    return [tuple(statistics.median(figure) for figure in zip(*of_one)) for of_one in zip(*figures)]


def stripped(program, folder):
    """Returns a copy of the program as it is in packages, without symbols."""
    copy = os.path.join(folder, "inspector")
    subprocess.run(["strip", "--strip-all", "-o", copy, program], check=True)
    return copy


def requests(folder, name, urls):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("\n###\n".join(f"GET {url}\n" for url in urls))
    return path


def rows(program, url, rounds):
    with tempfile.TemporaryDirectory() as folder:
        program = stripped(program, folder)
        one = requests(folder, "one.http", [url])
        many = requests(folder, "many.http", [f"{url}?{number}" for number in range(COUNT)])
        body = os.path.join(folder, "body")
        with open(body, "wb") as file:
            file.write(bytes(range(256)) * (BODY // 256))
        server = Server(body)
        large = requests(folder, "large.http", [server.url + "/get"])
        curl = ["curl", "-q", "-sS"]
        (helping,) = in_turns(rounds * 4, [program, "--help"])
        single, bare, single_curl = in_turns(
            rounds * 4, [program, "run", one], [program, "run", one, "--no-history"], [*curl, url])
        burst, bare_burst, burst_curl = in_turns(
            rounds, [program, "run", many, "--parallel", "64"], [program, "run", many, "--parallel", "64", "--no-history"],
            [*curl, "-Z", "--parallel-max", "64", "-o", "/dev/null", f"{url}?[1-{COUNT}]"])
        plain, archived, large_curl = in_turns(
            max(3, rounds // 2), [program, "run", large],
            [program, "run", large, "--har", os.path.join(folder, "out.har")], [*curl, "-o", "/dev/null", server.url + "/get"])
        return [
            ["`--help`", f"{helping[0] * 1000:.1f} ms", "–", "–", "10 ms"],
            pair("`run` of one request", single, single_curl, 0, 1000, "ms", "1.5 × curl"),
            pair("the same with `--no-history`", bare, single_curl, 0, 1000, "ms", "1.5 × curl"),
            pair(f"`run` of {COUNT:,} requests, `--parallel 64`, beside `curl -Z`", burst, burst_curl, 0, 1000, "ms", "1.0 × curl"),
            pair("the same with `--no-history`", bare_burst, burst_curl, 0, 1000, "ms", "1.0 × curl"),
            pair("`run` of a body of 64 MiB, processor time", plain, large_curl, 1, 1, "s", "0.3 s"),
            pair("the same with `--har`, processor time", archived, large_curl, 1, 1, "s", "1 s"),
        ]


def pair(what, ours, curls, index, factor, unit, aim):
    digits = 1 if unit == "ms" else 2
    shown = [f"{figure[index] * factor:.{digits}f} {unit}" for figure in (ours, curls)]
    return [what, *shown, f"{ours[index] / curls[index]:.2f}", aim]


if __name__ == "__main__":
    # A separate history, which grows from run to run, as in scripts/bench.
    state = tempfile.TemporaryDirectory()
    os.environ["XDG_STATE_HOME"] = os.path.join(state.name, "state")
    for row in rows(sys.argv[1], sys.argv[2], 5):
        print(" | ".join(row))
