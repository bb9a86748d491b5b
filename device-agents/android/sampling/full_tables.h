/* Large apps fill the tables of stacks and methods: they begin again, and nothing of what is open ends. */
#ifndef LAGLENS_FULL_TABLES_H
#define LAGLENS_FULL_TABLES_H

#include "../agent.h"

/* Whatever ids of strings, methods and nodes anybody has mean nothing from here on. */
void laglens_tables_begin_again(struct laglens_agent *agent);
/* True when tables were full and are empty now: whatever ids of strings, methods and nodes the caller has mean nothing. */
bool laglens_full_tables_begin_again(struct laglens_agent *agent);

#endif
