#!/usr/bin/env python3
"""Large bodies and waiting tasks: the engine beside the curl program, against a server of this file."""
import os
import socket
import tempfile
import threading

from measuring import in_turns, median, printed, ratio, table

HEADING = "## Large bodies"
WAITING = 1_000


class Server:
    """Reads what is put, gives the file for what is got, and keeps quiet about /wait."""

    def __init__(self, path):
        self.path = path
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.waiting = []
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        """Lets go of what waits: connections of programs that have ended."""
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


def rows(engine, options):
    """What moved, by whom, MB/s, of curl's, processor seconds, of curl's, largest resident MB."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "source"), os.path.join(folder, "target")
        with open(source, "wb") as file:
            for _ in range(options.megabytes):
                file.write(os.urandom(1 << 20))
        server = Server(source)
        for what, programs in {
            "upload": {"curl": ["curl", "-qsT", source, server.url], "engine": [engine, "upload", server.url, source]},
            "download": {"curl": ["curl", "-qso", target, server.url], "engine": [engine, "download", server.url, target]},
        }.items():
            runs = in_turns(3, programs)
            for name, own in runs.items():
                found.append([
                    what, name, f"{options.megabytes * 1.048576 / median(own, 0):,.0f}", f"{1 / ratio(own, runs['curl'], 0):.2f}",
                    f"{median(own, 1):.2f}", f"{ratio(own, runs['curl'], 1):.2f}", f"{median(own, 2):.0f}"])
    return found


def waiting(engine):
    """The KiB that each of many tasks takes which wait for a response."""
    server = Server(os.devnull)
    figure = printed(engine, "waiting", server.url + "/wait", str(WAITING))[0]
    server.close()
    return figure


def section(programs, options):
    return f"""{HEADING}

A file of {options.megabytes:,} MiB, medians of 3 rounds in turns. The engine makes sure that a download is on the disk before it is in its place;
curl does not.

{table(["what", "program", "MB/s", "of curl", "processor s", "of curl", "largest resident MB"], rows(programs.engine, options))}

A task that waits for its response takes {waiting(programs.engine):.1f} KiB, its connection and libcurl's part included ({WAITING:,} at a time).

"""
