"""Measures the Body page with bodies of 50 MB from a server in this process."""
import http.server
import json
import os
import statistics
import threading
import time

from screen import Screen

BODY = 50_000_000


def bodies():
    """Returns bodies of 50 MB by name: lines, JSON, one line, and bytes."""
    line = "%09d the quick brown fox jumps over the lazy dog, again and again and again\n"
    lines = "".join(line % number for number in range(BODY // len(line % 0))).encode()
    item = {"id": 0, "name": "a widget of the better kind", "tags": ["small", "blue"], "price": 12.5}
    count = BODY // len(json.dumps(item))
    return {
        "lines": ("text/plain", lines),
        "json": ("application/json", json.dumps([item | {"id": number} for number in range(count)]).encode()),
        "oneline": ("text/plain", lines.replace(b"\n", b" ")),
        "bytes": ("application/octet-stream", bytes(range(256)) * (BODY // 256)),
    }


class BodyServer(http.server.ThreadingHTTPServer):
    def __init__(self):
        super().__init__(("127.0.0.1", 0), BodyHandler)
        self.bodies = bodies()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class BodyHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        kind, body = self.server.bodies[self.path[1:]]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def median_of(count, measure):
    return statistics.median(measure() * 1000 for _ in range(count))


def body_row(program, folder, url, name):
    path = os.path.join(folder, f"{name}.http")
    with open(path, "w") as file:
        file.write(f"### {name}\nGET {url}/{name}\n")
    screen = Screen([program, path], 80)
    screen.until(b"find request")
    screen.quiet()
    for key in [b"\r", b"\t"]:
        os.write(screen.descriptor, key)
        screen.quiet(0.3)
    screen.quiet(1.5)
    os.write(screen.descriptor, b"\r")
    screen.quiet()

    def first_screen():
        seconds = screen.frame_time(b"2")
        screen.quiet(1.5)
        os.write(screen.descriptor, b"1")
        screen.quiet()
        return seconds

    first = median_of(3, first_screen)
    os.write(screen.descriptor, b"2")
    screen.quiet(8 if name == "json" else 1)
    scroll = [b"j", b"k"] if name != "oneline" else [b"\x1b[C", b"\x1b[D"]
    times = []
    for key in scroll * 50:
        time.sleep(0.03)  # longer than a frame, so the limit of 60 frames per second delays nothing
        times.append(screen.frame_time(key) * 1000)
    times.sort()
    end = screen.frame_time(b"G") * 1000 if name != "oneline" else None
    found = [screen.wait_time(b"/" + words + b"\r", b"not found") for words in (b"zebra", b"/zebra[0-9]/")]
    memory = screen.figures()[2]
    screen.close()
    shown = {"lines": "lines of text", "json": "JSON", "oneline": "one line", "bytes": "bytes"}[name]
    return [
        shown, f"{first:.0f} ms", f"{times[50]:.1f} ms", f"{times[98]:.1f} ms", f"{end:.0f} ms" if end else "–",
        f"{found[0]:.2f} s", f"{found[1]:.2f} s", f"{memory:.0f} MB",
    ]


def rows(program, folder):
    server = BodyServer()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    found = [body_row(program, folder, url, name) for name in server.bodies]
    server.shutdown()
    return found
