"""Make a site of the project of another documentation tool, or of a folder of pages.

A reader for each tool makes a ``Project`` of its settings; ``conversion`` writes the files of the
site from it. Nothing of the project is changed.

- ``conversion``: find the tool, and write ``site.json``, ``conf.py`` and the report.
- ``docusaurus``: ``docusaurus.config``, sidebars and categories.
- ``gitbook``: ``.gitbook.yaml``, and pages that list others, such as ``SUMMARY.md``.
- ``javascript``: evaluate settings that are programs in JavaScript or TypeScript.
- ``mkdocs``: ``mkdocs.yml``.
- ``project``: what all readers return, and the pages of a folder.
- ``vitepress``: ``.vitepress/config``.
"""
