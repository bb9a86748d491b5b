#pragma once

/* Begins to move the banner, a little every 50 ms. */
void banner_start(void);
