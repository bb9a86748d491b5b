#pragma once

/* Waits until a thread of its own has asked when goods come; the number of days. */
int delivery_days(void);
