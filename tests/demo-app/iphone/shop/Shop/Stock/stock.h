#pragma once

/* Begins to count what is on the shelves in a thread of its own; returns when that has the lock. */
void stock_count(void);
/* How many are left; many may read at once, but nobody while they are counted. */
int stock_left(void);
