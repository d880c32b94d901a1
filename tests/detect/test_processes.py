"""Workers of a training end with the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing import get_all_start_methods

import pytest

from spacy_deid.detect.recognizers.processes import process_pool

SCRIPT = """
import os, sys, time
from multiprocessing import get_context
from pathlib import Path
from spacy_deid.detect.recognizers.processes import process_pool

def work(number):
    Path(sys.argv[2], str(os.getpid())).touch()
    time.sleep(600)

if __name__ == "__main__":
    with process_pool(2, get_context(sys.argv[1])) as pool:
        list(pool.map(work, range(2)))
"""


def until(told, seconds=60.0):
    end = time.monotonic() + seconds
    while not told():
        assert time.monotonic() < end
        time.sleep(0.1)


def runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as handle:
            return handle.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it ended between two looks
        return False


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="asks /proc which processes run")
@pytest.mark.parametrize("method", sorted({"spawn", "forkserver"} & set(get_all_start_methods())))
def test_workers_of_a_killed_process_end(tmp_path, method):
    script, marks = tmp_path / "script.py", tmp_path / "marks"
    script.write_text(SCRIPT)
    marks.mkdir()
    parent = subprocess.Popen([sys.executable, script, method, marks])
    try:
        until(lambda: len(list(marks.iterdir())) == 2)
        workers = [int(mark.name) for mark in marks.iterdir()]
        assert all(map(runs, workers))
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    until(lambda: not any(map(runs, workers)))


def _double(number):
    return 2 * number


def _remember(value):
    os.environ["PROCESSES_TEST"] = value


def _recall(_):
    return os.environ["PROCESSES_TEST"]


def test_a_pool_works_and_calls_its_initializer():
    from multiprocessing import get_context

    context = get_context("spawn")
    with process_pool(2, context) as pool:
        assert list(pool.map(_double, range(3))) == [0, 2, 4]
    with process_pool(1, context, _remember, ["x"]) as pool:
        assert list(pool.map(_recall, range(2))) == ["x", "x"]
