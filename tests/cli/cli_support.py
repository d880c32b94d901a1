"""Run commands as people do."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from spacy_deid.cli.app import app

runner = CliRunner()


def run(*arguments: object, text: str | bytes | None = None, status: int = 0):
    result = runner.invoke(app, [str(a) for a in arguments], input=text)
    assert result.exit_code == status, (result.output, result.exception)
    return result


def jsonl(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path
