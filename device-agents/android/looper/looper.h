/* The Java side: the hook jar on the boot class path, and the messages of the main looper that it reports. */
#ifndef LAGLENS_LOOPER_H
#define LAGLENS_LOOPER_H

#include "../agent.h"

/* `phase` of `lifecycle`. */
enum { LAGLENS_HOOK_REPLACED = 15 };

/* Loads the hook, once; gives its class or NULL, with the reason in the abilities. */
jclass laglens_hook_load(struct laglens_agent *agent, laglens_jni jni);
/* Sets the observer or printer if there is a main looper by now; later sets it again where another one took its place. From time to time. */
void laglens_looper_install(struct laglens_agent *agent, laglens_jni jni);
/* Reports messages, or no longer. */
void laglens_looper_switch(struct laglens_agent *agent, laglens_jni jni, bool on);
/* Puts back what the app had set. */
void laglens_looper_restore(struct laglens_agent *agent, laglens_jni jni);
/* String of a hook's number, 0 unknown. */
uint32_t laglens_hook_string(struct laglens_agent *agent, uint32_t number);
/* The SMAP of a class from its class file, by the hook; NULL none. The text is Java's: release it with the string. */
jobject laglens_hook_source_debug(struct laglens_agent *agent, laglens_jni jni, jclass type);

#endif
