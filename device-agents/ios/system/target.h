/* What this build of the agent is for. */
#ifndef LAGLENS_TARGET_H
#define LAGLENS_TARGET_H

/* The compiler names a simulator in the target's environment. */
#if defined(__is_target_environment)
#if __is_target_environment(simulator)
#define LAGLENS_SIMULATOR 1
#endif
#endif
#ifndef LAGLENS_SIMULATOR
#define LAGLENS_SIMULATOR 0
#endif

#endif
