#pragma once

/* Reads the whole catalogue from its file, in small pieces. */
long catalog_read_all(void);
/* Counts the categories of the tree, level by level. */
int count_below(int level);
/* The price as the shop shows it. */
int show_price(int cents);
/* Flattens a tree that is a list: one frame for each level. */
int flatten(int level);
