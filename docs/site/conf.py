"""How Sphinx makes the pages; `python -m docs.site` brings them together first."""

project = "Estoc"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = "Estoc"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]
"""A sample with `…` in it is no longer JSON; everything else that is amiss ends the build."""
pygments_style = "default"
