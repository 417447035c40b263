"""The command line: how long `inspector` and `curl` take from their start to their end, and what large bodies cost."""
import os
import tempfile

from measuring import in_turns, median, ratio, table
from transfers import Server

HEADING = "## The command line"
BODY = 64 << 20
COUNT = 1_000


def requests(folder, name, urls):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write("\n###\n".join(f"GET {url}\n" for url in urls))
    return path


def rows(program, url, rounds):
    with tempfile.TemporaryDirectory() as folder:
        one = requests(folder, "one.http", [url])
        many = requests(folder, "many.http", [f"{url}?{number}" for number in range(COUNT)])
        body = os.path.join(folder, "body")
        with open(body, "wb") as file:
            file.write(bytes(range(256)) * (BODY // 256))
        server = Server(body)
        large = requests(folder, "large.http", [server.url + "/get"])
        curl, run = ["curl", "-q", "-sS"], [program, "run"]
        single = in_turns(rounds * 4, {
            "help": [program, "--help"], "run": [*run, one], "bare": [*run, one, "--no-history"], "curl": [*curl, url]})
        burst = in_turns(rounds * 2, {
            "run": [*run, many, "--parallel", "64"], "bare": [*run, many, "--parallel", "64", "--no-history"],
            "curl": [*curl, "-Z", "--parallel-max", "64", "-o", "/dev/null", f"{url}?[1-{COUNT}]"]})
        moved = in_turns(rounds, {
            "run": [*run, large], "archived": [*run, large, "--har", os.path.join(folder, "out.har")],
            "curl": [*curl, "-o", "/dev/null", server.url + "/get"]})
    return [
        ["`--help`", f"{median(single['help'], 0) * 1000:.1f} ms", "–", "–"],
        row("`run` of one request", single, "run"),
        row("the same with `--no-history`", single, "bare"),
        row(f"`run` of {COUNT:,} requests, `--parallel 64`, beside `curl -Z`", burst, "run"),
        row("the same with `--no-history`", burst, "bare"),
        row("`run` of a body of 64 MiB, processor time", moved, "run", 1),
        row("the same with `--har`, processor time", moved, "archived", 1),
    ]


def row(what, runs, name, index=0):
    figures = [f"{median(own, index) * 1000:.1f} ms" for own in (runs[name], runs["curl"])]
    return [what, *figures, f"{ratio(runs[name], runs['curl'], index):.2f}"]


def section(programs, options):
    url = os.environ["INSPECTOR_NGINX_URL"] + "/ping"
    return f"""{HEADING}

The stripped release program beside the curl program, from start to end, on nginx; medians of {options.rounds * 4} rounds in turns
({options.rounds * 2} of the burst, {options.rounds} of the large body). The history grows meanwhile.

{table(["what", "inspector", "curl", "of curl"], rows(programs.stripped, url, options.rounds))}

"""
