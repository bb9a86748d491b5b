/* The agent's own log: standard error, which Android drops for apps; what matters also goes to the host. */
#ifndef LAGLENS_LOG_H
#define LAGLENS_LOG_H

void laglens_log(const char *text);
/* `code` is an error number of the kernel or the virtual machine. */
void laglens_log_error(const char *text, int code);

#endif
