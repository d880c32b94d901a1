"""How fast corpora are read, and that converting them takes no more memory when they grow.

    python benchmarks/corpora.py speed ../shared/data/meddocan
    python benchmarks/corpora.py memory [--megabytes 1000] [--files 20000] [--to docbin]

``speed`` prints how long it takes to parse i2b2-style XML files into one DocBin, as a multiple of
what tokenising their texts takes. ``memory`` makes a small and a large corpus of each kind,
converts both in processes of their own, and prints the most memory that each process held.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from spacy.vocab import Vocab

from spacy_deid.annotations import Record
from spacy_deid.corpora.formats import open_writer, read_records
from spacy_deid.corpora.i2b2_2014 import to_xml
from spacy_deid.intervals import PhiSpan
from spacy_deid.tokens import NarrativeTokenizer

WORDS = "the patient was seen after dose two and had fever rash pain for days with relief".split()


def speed(folder: Path, repeats: int) -> None:
    """Compare parsing into a DocBin with tokenising alone, one after the other in each round."""
    files = sorted(folder.rglob("*.xml"))
    texts = [record.text for record in read_records(folder)]
    ratios = []
    with tempfile.TemporaryDirectory() as place:
        for _ in range(repeats):
            start = time.process_time()
            tokenize = NarrativeTokenizer(Vocab())
            for text in texts:
                tokenize(text)
            tokenising = time.process_time() - start
            start = time.process_time()
            with open_writer(f"{place}/out.spacy", "docbin") as writer:
                for record in read_records(folder):
                    writer.write(record)
            parsing = time.process_time() - start
            ratios.append(parsing / tokenising)
            print(f"tokenising {tokenising:.2f} s, XML to DocBin {parsing:.2f} s")
        size = Path(place, "out.spacy").stat().st_size
    characters = sum(map(len, texts))
    print(f"{len(files)} files, {characters:,} characters, DocBin of {size:,} bytes: ", end="")
    print(f"{statistics.median(ratios):.2f} times (median), {min(ratios):.2f} to {max(ratios):.2f}")


def narrative(chance: random.Random, number: int) -> Record:
    """Make one report of about 1,500 characters with two spans."""
    words = " ".join(chance.choices(WORDS, k=280))
    text = f"Seen on 0{number % 9 + 1}/04/2021 by Lee {number}. {words}."
    return Record(f"report-{number}", text, [PhiSpan(8, 18, "DATE"), PhiSpan(22, 25, "DOCTOR")])


def make_jsonl(path: Path, megabytes: int) -> int:
    """Write JSON lines of the given size; give their number."""
    chance = random.Random(0)
    number = 0
    with path.open("w", encoding="utf-8") as handle:
        while handle.tell() < megabytes << 20:
            for _ in range(500):
                record = narrative(chance, number)
                handle.write(
                    json.dumps({"id": record.id, "text": record.text, "spans": record.spans}) + "\n"
                )
                number += 1
    return number


def make_zip(path: Path, files: int) -> int:
    """Write an archive of XML files."""
    chance = random.Random(0)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(files):
            archive.writestr(f"notes/{number}.xml", to_xml(narrative(chance, number), "i2b2-2014"))
    return files


CONVERT = """
import resource, sys
from spacy_deid.cli.convert import convert
convert(sys.argv[1], sys.argv[2], to_format=sys.argv[3])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak(source: Path, target: Path, form: str) -> tuple[float, float]:
    """Convert in a process of its own; give its most memory in MiB and the seconds it took."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", CONVERT, str(source), str(target), form],
        check=True,
        capture_output=True,
        text=True,
    )
    return int(done.stdout.split()[-1]) / 1024, time.perf_counter() - start


def memory(megabytes: int, files: int, form: str) -> None:
    """Print the most memory for a tenth of each corpus and for the whole."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, make, sizes in (
            ("JSONL of {} MB", make_jsonl, (megabytes // 10, megabytes)),
            ("zip of {} XML files", make_zip, (files // 10, files)),
        ):
            peaks = []
            for size in sizes:
                source, target = folder / "source", folder / "target"
                documents = make(source, size)
                used, seconds = peak(source, target, form)
                peaks.append(used)
                source.unlink()
                if target.is_file():
                    target.unlink()
                kind = name.format(size)
                print(f"{kind}: {documents:,} documents in {seconds:.0f} s, {used:.0f} MiB")
            print(f"  ten times as much takes {peaks[1] / peaks[0]:.2f} times the memory")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    fast = commands.add_parser("speed")
    fast.add_argument("folder", type=Path)
    fast.add_argument("--repeats", type=int, default=7)
    large = commands.add_parser("memory")
    large.add_argument("--megabytes", type=int, default=1000)
    large.add_argument("--files", type=int, default=20_000)
    large.add_argument("--to", default="csv")
    given = parser.parse_args()
    if given.command == "speed":
        speed(given.folder, given.repeats)
    else:
        memory(given.megabytes, given.files, given.to)


if __name__ == "__main__":
    main()
