"""Notebooks as web pages that need neither a kernel nor a network."""

from course_utils.export.pages import export_pages

__all__ = ["export_pages"]
