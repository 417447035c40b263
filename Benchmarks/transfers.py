#!/usr/bin/env python3
"""Compares large bodies of the engine and of the curl program, with a server in this process. Also measures waiting tasks.

Used by scripts/bench. To run it alone:  Benchmarks/transfers.py ENGINE-BENCH [MEGABYTES]
"""
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

WAITING = 1_000


class Server:
    """Answers a GET with the file, reads the body of a PUT, and never answers /wait."""

    def __init__(self, path):
        self.path = path
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.waiting = []
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        """Closes the waiting connections, whose programs have ended."""
        for connection in self.waiting:
            connection.close()
        self.waiting.clear()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            head = connection.recv(65536)
            if head.startswith(b"GET /wait "):
                self.waiting.append(connection)
            else:
                threading.Thread(target=self.serve, args=(connection, head), daemon=True).start()

    def serve(self, connection, head):
        with connection:
            while b"\r\n\r\n" not in head:
                head += connection.recv(65536)
            head, _, rest = head.partition(b"\r\n\r\n")
            if head.startswith(b"GET"):
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % os.path.getsize(self.path))
                with open(self.path, "rb") as file:
                    connection.sendfile(file)
                return
            length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            if b"100-continue" in head.lower():
                connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            block, left = memoryview(bytearray(1 << 20)), length - len(rest)
            while left > 0:
                left -= connection.recv_into(block)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")


def moved(words):
    """Runs a program, and returns its duration and processor time in seconds, and its largest resident memory in MB."""
    begin = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"bench: {words[0]} failed")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def rows(engine, megabytes=1024, rounds=3):
    """Returns rows: the direction, the program, its MB/s, their ratio to curl's, the processor seconds, and the largest resident
    memory in MB."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "source"), os.path.join(folder, "target")
        with open(source, "wb") as file:
            for _ in range(megabytes):
                file.write(os.urandom(1 << 20))
        server = Server(source)
        contestants = {
            "upload": {"curl": ["curl", "-sT", source, server.url], "engine": [engine, "upload", server.url, source]},
            "download": {"curl": ["curl", "-so", target, server.url], "engine": [engine, "download", server.url, target]},
        }
        for what, programs in contestants.items():
            runs = {name: [] for name in programs}
            for _ in range(rounds):
                for name, words in programs.items():
                    runs[name].append(moved(words))
                    if what == "download":
                        os.remove(target)
            medians = {name: [statistics.median(column) for column in zip(*times)] for name, times in runs.items()}
            for name, (seconds, cpu, memory) in medians.items():
                rate = f"{megabytes * 1.048576 / seconds:,.0f}"
                found.append([what, name, rate, f"{medians['curl'][0] / seconds:.2f}", f"{cpu:.2f}", f"{memory:.0f}"])
    return found


def waiting(engine, count=WAITING):
    """Returns the KiB that each of `count` tasks uses while it waits for an answer."""
    server = Server(os.devnull)
    output = subprocess.run([engine, "waiting", server.url + "/wait", str(count)], check=True, capture_output=True, text=True)
    server.close()
    return float(output.stdout)


if __name__ == "__main__":
    for row in rows(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1024):
        print(*row, sep="\t")
    print(f"{waiting(sys.argv[1]):.1f} KiB per waiting task")
