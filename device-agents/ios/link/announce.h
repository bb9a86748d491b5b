/* How a host finds an agent that the app started by itself. */
#ifndef LAGLENS_ANNOUNCE_H
#define LAGLENS_ANNOUNCE_H

#include "start_options.h"

/* Writes port and token to Library/Caches/laglens/agent-<pid>.json below the app's home, for the app's owner only. False, with a line in
 * the log, when that cannot be written. */
bool laglens_announce(const struct laglens_start_options *options);

#endif
