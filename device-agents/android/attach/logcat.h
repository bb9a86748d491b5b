/* The log of Android, where standard error leads nowhere. */
#ifndef LAGLENS_LOGCAT_H
#define LAGLENS_LOGCAT_H

#include <stdbool.h>

/* A line of the tag `laglens`, a warning; false where there is no such log. On a thread of the virtual machine. */
bool laglens_write_logcat(const char *text);

#endif
