"""The mock server and the relay of the program beside nginx, WireMock and mitmdump, asked by the same loop in C in turns."""
import json
import os
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request

from measuring import measured, table

HEADING = "## Mocks and relays"
STUBS = [1, 10_000]
REQUESTS = {1: 5_000, 64: 40_000}
STARTS = 21
TICK = os.sysconf("SC_CLK_TCK")

REVERSE_PROXY = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/errors;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream origin {{ server {origin}; keepalive 64; }}
    server {{
        listen 127.0.0.1:{port};
        keepalive_requests 1000000;
        location = /fixed {{ return 200 "hello from nginx\\n"; }}
        location / {{
            proxy_pass http://origin;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
        }}
    }}
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Server:
    """A program that serves on a port of this machine."""
    path = "/hello.txt"

    def __init__(self, words, **options):
        self.process = subprocess.Popen(words, text=True, stderr=subprocess.DEVNULL, **options)

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            return sum(int(word) for word in file.read().rsplit(")", 1)[1].split()[11:13]) / TICK

    def await_answers(self):
        while subprocess.run(["curl", "-sfo", "/dev/null", self.url + self.path]).returncode != 0:
            if self.process.poll() is not None:
                raise SystemExit(f"bench: {self.process.args[0]} ended")
            time.sleep(0.05)

    def read_lines(self):
        """Reads what the program prints, as somebody who watches would."""
        threading.Thread(target=lambda: [None for _ in self.process.stdout], daemon=True).start()

    def close(self):
        self.process.terminate()
        self.process.wait()


class MockServer(Server):
    """`inspector mock` with a stub that answers like nginx, among others."""

    def __init__(self, program, folder, count):
        mappings = os.path.join(folder, f"stubs-{count}", "mappings")
        os.makedirs(mappings)
        answer = {"body": "hello from nginx\n", "headers": {"Content-Type": "text/plain"}}
        paths = ["/hello.txt"] + [f"/other/{number}" for number in range(count - 1)]
        stubs = [{"name": path, "request": {"method": "GET", "url": path}, "response": answer} for path in paths]
        with open(os.path.join(mappings, "stubs.json"), "w") as file:
            json.dump({"mappings": stubs}, file)
        super().__init__([program, "mock", "--mocks", os.path.dirname(mappings)], stdout=subprocess.PIPE)
        self.url = self.process.stdout.readline().strip().removeprefix("http=")
        self.read_lines()


class ReverseProxy(Server):
    """nginx in front of nginx, which also answers by itself."""

    def __init__(self, origin, folder, path="/hello.txt"):
        port, self.path = free_port(), path
        folder = tempfile.mkdtemp(dir=folder)
        configuration = os.path.join(folder, "nginx.conf")
        with open(configuration, "w") as file:
            file.write(REVERSE_PROXY.format(folder=folder, port=port, origin=origin.removeprefix("http://")))
        super().__init__(["nginx", "-p", folder, "-c", configuration, "-e", os.path.join(folder, "errors")])
        self.url = f"http://127.0.0.1:{port}"
        self.await_answers()


class Relay(Server):
    """`inspector watch` without a program, or mitmdump: a server in front of nginx."""

    def __init__(self, words, url=None):
        super().__init__(words, stdout=subprocess.PIPE)
        lines = iter(self.process.stdout.readline, "")
        self.url = url or next(line for line in lines if line.startswith("export ")).split("'")[1]
        self.read_lines()
        self.await_answers()


class WireMock:
    """The WireMock of scripts/servers, with stubs like those of `inspector mock`."""
    path = "/hello.txt"

    def __init__(self, count):
        self.url = os.environ["INSPECTOR_WIREMOCK_URL"]
        paths = [f"/other/{number}" for number in range(count - 1)] + [self.path]
        stubs = [{"request": {"method": "GET", "url": path}, "response": {"status": 200, "body": "hello from nginx\n"}} for path in paths]
        self.ask("DELETE", "/__admin/mappings")
        self.ask("DELETE", "/__admin/requests")
        self.ask("POST", "/__admin/mappings/import", {"mappings": stubs})

    def ask(self, method, path, value=None):
        body = None if value is None else json.dumps(value).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, body, method=method), timeout=120):
            pass

    def cpu(self):
        return None

    def close(self):
        self.ask("DELETE", "/__admin/mappings")
        self.ask("DELETE", "/__admin/requests")


def rows(loop, servers, base, rounds, slow=()):
    """In flight, server, requests a second, of the base's, its processor time for a request, of the base's."""
    found = []
    for in_flight, requests in REQUESTS.items():
        runs = {name: [] for name in servers}
        for _ in range(rounds):
            for name, server in servers.items():
                count = requests // 10 if name in slow else requests
                before = server.cpu()
                seconds = measured([loop, server.url + server.path, str(in_flight), str(count)])[0]
                runs[name].append((count / seconds, None if before is None else (server.cpu() - before) / count * 1e6))
        for name, own in runs.items():
            rate = statistics.median(run[0] for run in own)
            of_base = statistics.median(run[0] / other[0] for run, other in zip(own, runs[base]))
            cpu = "–"
            if own[0][1] is not None:
                times = statistics.median(run[1] / other[1] for run, other in zip(own, runs[base]))
                cpu = f"{statistics.median(run[1] for run in own):.0f} µs, {times:.1f}"
            found.append([in_flight, name, f"{rate:,.0f}", f"{of_base:.2f}", cpu])
    return found


def mock_rows(programs, options):
    nginx, found = os.environ["INSPECTOR_NGINX_URL"], []
    for count in STUBS:
        with tempfile.TemporaryDirectory() as folder:
            several = f"{count:,} stub{'s' if count > 1 else ''}"
            servers = {"nginx `return`": ReverseProxy(nginx, folder, "/fixed"), f"inspector mock, {several}": MockServer(programs.stripped, folder, count)}
            if "INSPECTOR_WIREMOCK_URL" in os.environ:
                servers[f"WireMock, {several}"] = WireMock(count)
            found += rows(programs.loop, servers, "nginx `return`", options.rounds, [name for name in servers if name.startswith("WireMock")])
            for server in servers.values():
                server.close()
    return found


def relay_rows(programs, options):
    nginx = os.environ["INSPECTOR_NGINX_URL"]
    with tempfile.TemporaryDirectory() as folder:
        servers = {
            "nginx as a reverse proxy": ReverseProxy(nginx, folder),
            "inspector watch --to": Relay([programs.stripped, "watch", "--to", nginx]),
        }
        mitmdump = os.path.join(os.path.dirname(os.environ["BENCH_PYTHON"]), "mitmdump")
        if os.path.exists(mitmdump):
            port = free_port()
            servers["mitmdump"] = Relay(
                [mitmdump, "-q", "--mode", f"reverse:{nginx}", "--listen-port", str(port), "--set", f"confdir={folder}/mitm"],
                f"http://127.0.0.1:{port}")
        found = rows(programs.loop, servers, "nginx as a reverse proxy", options.rounds, ["mitmdump"])
        for server in servers.values():
            server.close()
    return found


def start(words):
    """The milliseconds until a program runs that is started by a command line."""
    begin = time.time()
    ends = subprocess.run([*words, "date", "+%s.%N"], check=True, text=True, capture_output=True).stdout
    return (float(ends) - begin) * 1000


def later_start(programs):
    """By how many milliseconds a program starts later when it is watched."""
    command = [programs.stripped, "watch", "--to", os.environ["INSPECTOR_NGINX_URL"], "--"]
    return statistics.median(start(command) - start([]) for _ in range(STARTS))


def matching_rows(programs):
    """Microseconds to find the mock that answers, by its path, and by a pattern of its own."""
    output = subprocess.run([programs.engine, "match"], check=True, text=True, capture_output=True).stdout
    figures = {(kind, int(count)): int(figure) for kind, count, figure in map(str.split, output.splitlines())}
    return ", ".join(
        f"{figures['match', count] / 1000:.2f} and {figures['patterns', count] / 1000:.2f} µs of {count:,}" for count in [10, 1_000, 10_000])


def section(programs, options):
    return f"""{HEADING}

17 bytes, asked for by the loop in C over kept connections, medians of {options.rounds} rounds in turns. `inspector` makes a task of each request, with all its
events, and prints a line.

{table(["in flight", "server", "requests/s", "of nginx", "processor time for each, of nginx"], mock_rows(programs, options) + relay_rows(programs, options))}

To find the mock that answers takes {matching_rows(programs)}, by paths and by patterns.
A program that is watched starts {later_start(programs):.1f} ms later.

"""
