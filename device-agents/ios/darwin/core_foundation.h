/* CoreFoundation: what the agent uses of CFRunLoop.h, CFNotificationCenter.h, CFBundle.h and CFString.h, declared by hand. */
#ifndef LAGLENS_DARWIN_CORE_FOUNDATION_H
#define LAGLENS_DARWIN_CORE_FOUNDATION_H

#include <stdint.h>

typedef const void *CFTypeRef;
typedef const struct laglens_opaque_string *CFStringRef;
typedef struct laglens_opaque_run_loop *CFRunLoopRef;
typedef struct laglens_opaque_observer *CFRunLoopObserverRef;
typedef struct laglens_opaque_center *CFNotificationCenterRef;
typedef struct laglens_opaque_bundle *CFBundleRef;
typedef unsigned char Boolean;

/* A constant, laid out by the compiler: nothing is allocated for it. */
#define CFSTR(text) ((CFStringRef)__builtin___CFStringMakeConstantString(text))

enum {
  kCFRunLoopEntry = 1,
  kCFRunLoopBeforeTimers = 2,
  kCFRunLoopBeforeSources = 4,
  kCFRunLoopBeforeWaiting = 32,
  kCFRunLoopAfterWaiting = 64,
  kCFRunLoopExit = 128
};
enum { kCFStringEncodingUTF8 = 0x08000100, CFNotificationSuspensionBehaviorDeliverImmediately = 4 };

typedef void CFRunLoopObserverCallBack(CFRunLoopObserverRef observer, unsigned long activity, void *info);
typedef void CFNotificationCallback(CFNotificationCenterRef center, void *observer, CFStringRef name, const void *object, CFTypeRef info);

extern const CFStringRef kCFRunLoopCommonModes;

CFRunLoopRef CFRunLoopGetMain(void);
void CFRunLoopWakeUp(CFRunLoopRef loop);
CFStringRef CFRunLoopCopyCurrentMode(CFRunLoopRef loop);
CFRunLoopObserverRef CFRunLoopObserverCreate(CFTypeRef allocator, unsigned long activities, Boolean repeats, long order,
                                             CFRunLoopObserverCallBack *callback, void *context);
void CFRunLoopAddObserver(CFRunLoopRef loop, CFRunLoopObserverRef observer, CFStringRef mode);
CFNotificationCenterRef CFNotificationCenterGetLocalCenter(void);
void CFNotificationCenterAddObserver(CFNotificationCenterRef center, const void *observer, CFNotificationCallback *callback,
                                     CFStringRef name, const void *object, long suspension);
CFBundleRef CFBundleGetMainBundle(void);
CFStringRef CFBundleGetIdentifier(CFBundleRef bundle);
Boolean CFStringGetCString(CFStringRef string, char *text, long capacity, uint32_t encoding);
void CFRelease(CFTypeRef object);

#endif
