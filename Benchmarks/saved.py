"""Measures the screen on a large folder of saved requests."""
import os
import statistics
import time

from measuring import printed
from screen import Screen


def write_requests(folder, count):
    """Files of 20 requests each, 20 files to a folder."""
    for number in range(count // 20):
        path = os.path.join(folder, f"service-{number // 20:02}", f"{number:04}.http")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write("".join(
                f"### {verb} {noun} {number}-{index}\nGET {{{{base}}}}/{noun}s/{number}/{index}?page=2\nAccept: application/json\n\n"
                for index, (verb, noun) in enumerate([(v, n) for v in ("list", "get", "find", "count") for n in ("order", "user", "invoice", "ticket", "report")])))


def rows(program, folder):
    """A folder of 1,000 files: what is seen when, and how fast 20,000 requests are searched."""
    files = os.path.join(folder, "many")
    write_requests(files, 20_000)
    moments = {"first": [], "tree": [], "read": []}
    for _ in range(5):
        for moment, text in [("first", b"SAVED"), ("tree", b"0000.http")]:
            screen = Screen([program, files], 140)
            moments[moment].append(screen.until(text) * 1000)
            if moment == "tree":
                moments["read"].append(screen.settled() * 1000)
            screen.close()
    found = [
        ["first frame, 1,000 files with 20,000 requests", f"{statistics.median(moments['first']):.0f} ms"],
        ["their files in the tree", f"{statistics.median(moments['tree']):.0f} ms"],
        ["all of them read", f"{statistics.median(moments['read']):.0f} ms"],
    ]
    half = os.path.join(folder, "half")
    write_requests(half, 10_000)
    for count, opened in [(10_000, half), (20_000, files)]:
        screen = Screen([program, opened], 140)
        screen.settled()
        screen.quiet()
        times = []
        for _ in range(10):
            for key in [b"o", *(bytes([letter]) for letter in b"get inv 417"), *[b"\x7f"] * 11]:
                time.sleep(0.03)  # longer than a frame: nothing is held back by the limit of 60 a second
                times.append(screen.frame_time(key) * 1000)
            os.write(screen.descriptor, b"\x1b")
            screen.quiet()
        times.sort()
        found.append([
            f"key of a search over {count:,} requests: median, 99 of 100",
            f"{times[len(times) // 2]:.1f} ms, {times[len(times) * 99 // 100]:.1f} ms"])
        memory = screen.figures()[2]
        screen.close()
    return found + [["resident memory with 20,000 requests", f"{memory:.0f} MB"]]


def reading_rows(engine):
    """How fast request files are read, and requests filled in: processor time of one thread."""
    rows = []
    for shape, words in [("plain", "50,000 requests with variables and JSON bodies read, filled in"), ("hostile", "text that opens and never closes read")]:
        _, megabytes, read, filled = printed(engine, "reading", "50000", shape)
        rows.append([words, f"{megabytes:.0f} MB/s" + (f", {filled:,.0f} a second" if shape == "plain" else "")])
    return rows
