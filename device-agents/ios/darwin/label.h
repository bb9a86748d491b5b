/* How the agent declares what it uses of the system: under names of its own, with the system's symbol. Where the agent is a part of an app,
 * the compiler knows Apple's declarations, too, and two of one name must be the same. */
#ifndef LAGLENS_DARWIN_LABEL_H
#define LAGLENS_DARWIN_LABEL_H

#define LAGLENS_SYSTEM(symbol) __asm__("_" #symbol)

#endif
