"""`python -m course_utils` is `course`, for where the command is not on the path."""

import sys

from course_utils.cli import main

sys.exit(main())
