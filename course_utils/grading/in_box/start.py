"""Start the kernel in the box: `start.py LINE [folder for imports]… FOLDER [preload]…`."""

import importlib
import io
import os
import select
import sys


class Nowhere(io.TextIOBase):
    """A stream that keeps nothing. Ten million forgotten prints take seconds, not half a minute."""

    write = staticmethod(len)  # as fast as it gets: print calls it three times a line


def main() -> None:
    """Preload what every answer needs, then wait for messages."""
    line = int(sys.argv[1])
    if select.select([line], [], [], 0)[0]:
        return  # the grader has died already, too early for this box to die with it
    os.close(line)
    words = sys.argv[2:]
    folders = [word for word in words if os.sep in word]
    sys.path[:0] = reversed(folders)
    for name in words[len(folders) :]:
        importlib.import_module(name)
    # Before a student can write a file of that name into the folder that is searched first.
    importlib.import_module("answers")
    from ipykernel.kernelapp import IPKernelApp

    # What is printed goes nowhere: nobody reads it, so nobody can be lied to by it.
    sys.stdout = sys.stderr = Nowhere()
    application = IPKernelApp.instance(outstream_class=None)
    connection = os.path.join(folders[-1], "connection.json")
    options = ["--HistoryManager.enabled=False", "--InteractiveShell.xmode=Minimal"]
    application.initialize(["-f", connection, *options])
    application.start()


if __name__ == "__main__":
    main()
