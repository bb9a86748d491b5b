/* CoreFoundation: what the agent uses of CFRunLoop.h, CFNotificationCenter.h, CFBundle.h and CFString.h, declared by hand. */
#ifndef LAGLENS_DARWIN_CORE_FOUNDATION_H
#define LAGLENS_DARWIN_CORE_FOUNDATION_H

#include <stdint.h>

#include "label.h"

typedef const void *laglens_cf_object;
typedef const struct laglens_opaque_string *laglens_cf_string;
typedef struct laglens_opaque_run_loop *laglens_cf_run_loop;
typedef struct laglens_opaque_observer *laglens_cf_observer;
typedef struct laglens_opaque_center *laglens_cf_center;
typedef struct laglens_opaque_bundle *laglens_cf_bundle;
typedef unsigned char laglens_cf_boolean;

/* A constant, laid out by the compiler: nothing is allocated for it. */
#define LAGLENS_CFSTR(text) ((laglens_cf_string)__builtin___CFStringMakeConstantString(text))

enum {
  LAGLENS_CF_ENTRY = 1,
  LAGLENS_CF_BEFORE_TIMERS = 2,
  LAGLENS_CF_BEFORE_SOURCES = 4,
  LAGLENS_CF_BEFORE_WAITING = 32,
  LAGLENS_CF_AFTER_WAITING = 64,
  LAGLENS_CF_EXIT = 128
};
enum { LAGLENS_CF_UTF8 = 0x08000100, LAGLENS_CF_DELIVER_IMMEDIATELY = 4 };

typedef void laglens_cf_observer_callback(laglens_cf_observer observer, unsigned long activity, void *info);
typedef void laglens_cf_notification_callback(laglens_cf_center center, void *observer, laglens_cf_string name, const void *object, laglens_cf_object info);

extern const laglens_cf_string laglens_cf_common_modes LAGLENS_SYSTEM(kCFRunLoopCommonModes);

laglens_cf_run_loop laglens_sys_CFRunLoopGetMain(void) LAGLENS_SYSTEM(CFRunLoopGetMain);
void laglens_sys_CFRunLoopWakeUp(laglens_cf_run_loop loop) LAGLENS_SYSTEM(CFRunLoopWakeUp);
laglens_cf_string laglens_sys_CFRunLoopCopyCurrentMode(laglens_cf_run_loop loop) LAGLENS_SYSTEM(CFRunLoopCopyCurrentMode);
laglens_cf_observer laglens_sys_CFRunLoopObserverCreate(laglens_cf_object allocator, unsigned long activities, laglens_cf_boolean repeats, long order,
                                                        laglens_cf_observer_callback *callback, void *context) LAGLENS_SYSTEM(CFRunLoopObserverCreate);
void laglens_sys_CFRunLoopAddObserver(laglens_cf_run_loop loop, laglens_cf_observer observer, laglens_cf_string mode) LAGLENS_SYSTEM(CFRunLoopAddObserver);
laglens_cf_center laglens_sys_CFNotificationCenterGetLocalCenter(void) LAGLENS_SYSTEM(CFNotificationCenterGetLocalCenter);
void laglens_sys_CFNotificationCenterAddObserver(laglens_cf_center center, const void *observer, laglens_cf_notification_callback *callback,
                                                 laglens_cf_string name, const void *object, long suspension) LAGLENS_SYSTEM(CFNotificationCenterAddObserver);
laglens_cf_bundle laglens_sys_CFBundleGetMainBundle(void) LAGLENS_SYSTEM(CFBundleGetMainBundle);
laglens_cf_string laglens_sys_CFBundleGetIdentifier(laglens_cf_bundle bundle) LAGLENS_SYSTEM(CFBundleGetIdentifier);
laglens_cf_boolean laglens_sys_CFStringGetCString(laglens_cf_string string, char *text, long capacity, uint32_t encoding) LAGLENS_SYSTEM(CFStringGetCString);
void laglens_sys_CFRelease(laglens_cf_object object) LAGLENS_SYSTEM(CFRelease);

#endif
