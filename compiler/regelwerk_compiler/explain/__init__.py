"""What `regelwerk explain` tells: goes in the catalogue with its examples, comes out a page for each code."""
