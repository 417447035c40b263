"""How programs are compared, and how figures are written; used by scripts/bench."""
import os
import shutil
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PEERS = os.path.join(ROOT, "Benchmarks/peers")


class Programs:
    """The programs to compare, built; `None` for a peer that cannot be built here."""

    def __init__(self, folder):
        self.folder = folder
        self.engine, self.inspector = (self.released(product) for product in ["EngineBench", "inspector"])
        self.stripped = os.path.join(folder, "inspector")
        subprocess.run(["strip", "--strip-all", "-o", self.stripped, self.inspector], check=True)
        self.loop = self.built("c-loop", "c-loop.c", ["clang", "-O2"], "-lcurl")
        self.floor = self.built("floor", "floor.c", ["clang", "-O2", "-D_GNU_SOURCE"])
        self.url_session = self.built("url-session", "url-session.swift", ["swiftc", "-O", "-parse-as-library"])
        self.go = self.built("net-http", "net-http.go", ["go", "build"]) if shutil.which("go") else None

    def released(self, product):
        return subprocess.run(["scripts/release", product], check=True, text=True, cwd=ROOT, stdout=subprocess.PIPE).stdout.strip()

    def built(self, name, source, words, *libraries):
        path = os.path.join(self.folder, name)
        subprocess.run([*words, "-o", path, os.path.join(PEERS, source), *libraries], check=True)
        return path


def measured(words):
    """The seconds, the processor seconds and the largest resident MB of a program from its start to its end."""
    quiet = [(os.POSIX_SPAWN_OPEN, descriptor, "/dev/null", os.O_WRONLY, 0) for descriptor in (1, 2)]
    begin = time.perf_counter()
    child = os.posix_spawnp(words[0], words, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - begin
    if status:
        sys.exit(f"bench: {' '.join(words)[:200]} ended with {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def in_turns(rounds, contestants):
    """Per name, its rounds of (seconds, processor seconds, MB), measured in turns; one round before them does not count."""
    runs = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, words in contestants.items():
            figures = measured(words)
            if number > 0:
                runs[name].append(figures)
    return runs


def median(runs, index):
    return statistics.median(run[index] for run in runs)


def ratio(runs, others, index):
    """The median of the ratios of each round: what slows a round slows both."""
    return statistics.median(run[index] / other[index] for run, other in zip(runs, others))


def printed(*words):
    """The numbers that a program prints."""
    return [float(word) for word in subprocess.run(words, check=True, text=True, capture_output=True).stdout.split()]


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])
