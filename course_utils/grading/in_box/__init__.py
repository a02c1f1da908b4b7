"""What is put into the box: it is read as text, and runs beside the student's code."""
