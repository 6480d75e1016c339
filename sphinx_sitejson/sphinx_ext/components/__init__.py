"""Components: what authors write in pages, as nodes for every builder."""
