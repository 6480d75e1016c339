"""Output: what the built site has at which address, besides its pages.

- ``output_paths``: what a built site has at which path, besides the pages of its documents.
- ``index_groups``: names that stand in indices and inventories, for which Sphinx expects plain
  ones.
- ``output_folder``: the folders that a build writes: marked as such, for one build at a time, and
  able to be written.
- ``published_files``: files beside the pages: written when they change, removed when they are no
  more.
- ``settings_files``: files that the settings bring into the site: images and fonts.
- ``site_url``: where the site will be published, as far as it is known.
- ``site_links``: turns URLs of the settings into addresses that work from every page, also from
  disk.
"""
