"""Tests that the notebook runs from its first cell to its last."""

from pathlib import Path

import nbclient
import nbformat

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_first_steps():
    notebook = nbformat.read(EXAMPLES / "first_steps.ipynb", as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": EXAMPLES}})
    client.execute()
    shown = [output.data for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    pictures = [data for data in shown if "<svg" in data.get("text/html", "") or "image/svg+xml" in data]
    plots = [data for data in shown if "image/png" in data]
    assert len(pictures) >= 5 and plots
