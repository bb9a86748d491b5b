#pragma once

/* Counts what is worth how much, while an auditor in a thread of its own does the same in the opposite order: both wait for each other until
 * a guard gives up for the auditor. */
int audit_worth(void);
/* Who held the shelves, by the auditor's own entry; and who gave them to main, by the guard's. */
const char *audit_holder(void);
const char *audit_guard(void);
