#pragma once

/* Begins to unload a delivery and to sort it, in a thread each; returns when the first one has the ramp and the second one the shelves. */
void goods_receive(void);
/* How many there are: waits for the sorter, which waits for the ramp. */
int goods_count(void);
/* Who held the shelves, and who the ramp, with a comma between: by the threads' own entries. */
const char *goods_holders(void);
/* Who gave the shelves to whoever counted. */
const char *goods_last_holder(void);
