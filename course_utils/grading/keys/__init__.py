"""Keys that come with the course, by the names that `course grade --key NAME` takes.

`notebook_01` is the example to copy. The homework's key is a file `notebook_07.py` here, made the
same way: `course grade` takes it when no key is named. It should draw its constants (base, clip,
offsets, sentence) from the one place where the homework keeps them, name the written answers with
their rubric, and list under `hides` the installed packages that know a solution; of
`course_utils`, a box holds nothing but what `holds` lists.

These are public. Keep the key that you grade with where your students do not look.
"""
