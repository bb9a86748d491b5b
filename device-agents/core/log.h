/* The agent's own log, of a bounded number of lines: the system's, or standard error. What matters also goes to the host. */
#ifndef LAGLENS_LOG_H
#define LAGLENS_LOG_H

#include <stdbool.h>

/* Writes a line to the system's log; false when there is none. */
typedef bool laglens_log_writer(const char *text);

/* Lines go there from now on, and to standard error where it gives false. */
void laglens_log_to(laglens_log_writer *writer);
void laglens_log(const char *text);
/* `code` is an error number of the kernel or the virtual machine. */
void laglens_log_error(const char *text, int code);

#endif
