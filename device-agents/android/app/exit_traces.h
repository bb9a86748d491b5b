/* Android's traces of the ANRs that ended earlier processes of this app: only the app itself may read them (API 30 and later). */
#ifndef LAGLENS_EXIT_TRACES_H
#define LAGLENS_EXIT_TRACES_H

#include "../agent.h"

/* The thread that reads them. */
#define LAGLENS_EXITS_THREAD "laglens-exits"

void laglens_exit_traces_load(laglens_jni jni);
/* A new host: they are read and sent again. */
void laglens_exit_traces_forget_reported(void);
/* About once a second: sends some pieces, as far as the ring has room. */
void laglens_exit_traces_report_second(struct laglens_agent *agent, laglens_jni jni);

#endif
