/* Messages about the agent and the recording themselves. */
#ifndef LAGLENS_FACTS_H
#define LAGLENS_FACTS_H

#include "capture.h"

#define LAGLENS_AGENT_VERSION "0.1.0"
#ifndef LAGLENS_BUILD_HASH
#define LAGLENS_BUILD_HASH "unversioned"
#endif

/* Something that was asked for, and whether it works. */
struct laglens_ability {
  const char *name; /* stable, on the wire */
  const char *why;  /* why not, for people; "" when it works */
};

/* Who speaks; see `hello` for the fields. */
struct laglens_identity {
  const char *process, *abi, *os, *runtime;
  uint32_t api_level;
  const struct laglens_ability *abilities;
  uint32_t ability_count;
};

void laglens_report_hello(struct laglens_capture *capture, const struct laglens_identity *identity);
void laglens_report_settings(struct laglens_capture *capture);
void laglens_report_clock(struct laglens_capture *capture);
/* True when tables are full and may begin again. Not too often: until then what finds no room is left out, and `overhead` says so. */
bool laglens_tables_are_due(struct laglens_capture *capture);
/* Empties all tables and says so. Each run is paused before; no id of a string, method or node is kept over this. */
void laglens_start_tables_over(struct laglens_capture *capture);
/* All that is open is still open, unless the host heard so a moment ago. */
void laglens_report_tick(struct laglens_capture *capture, uint64_t now_us);
void laglens_report_bye(struct laglens_capture *capture, const char *why);
/* True once a second; then it reported what was lost, and what the agent cost. */
bool laglens_report_second(struct laglens_capture *capture, uint64_t now_us, bool threads_full);

#endif
