#pragma once

/* How many things are in the cart; waits while it is being synchronized with the server. */
int cart_item_count(void);
/* The sum of the cart; takes another kind of lock. */
int cart_total(void);
/* Begins to synchronize in a thread of its own; returns when that has the locks. */
void cart_synchronize(void);
