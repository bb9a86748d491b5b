/* What the shop uses of UIKit and Foundation: declared by hand, with no SDK. */
#pragma once
#include <system.h>

typedef signed char BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
#define nil ((id)0)
@class NSString;

__attribute__((objc_root_class)) @interface NSObject {
  Class isa;
}
+ (instancetype)alloc;
+ (instancetype)new;
- (instancetype)init;
- (Class)class;
@end

@interface NSString : NSObject
- (const char *)UTF8String;
@end

@interface NSConstantString : NSString {
  const char *bytes;
  unsigned long count;
}
@end

@interface NSURL : NSObject
- (NSString *)absoluteString;
@end

@interface UIResponder : NSObject
@end

@interface UIViewController : UIResponder {
  UIViewController *parent;
}
- (void)viewDidAppear:(BOOL)animated;
- (void)viewDidDisappear:(BOOL)animated;
@end

@class UIApplication;
@class NSDictionary;
int UIApplicationMain(int argc, char **argv, NSString *principal, NSString *delegate);

typedef const void *CFStringRef;
typedef struct opaque_timer *CFRunLoopTimerRef;
void *CFRunLoopGetMain(void);
CFRunLoopTimerRef CFRunLoopTimerCreate(const void *allocator, double fire, double interval, unsigned long flags, long order,
                                       void (*called)(CFRunLoopTimerRef timer, void *info), const void *context);
void CFRunLoopAddTimer(void *loop, CFRunLoopTimerRef timer, CFStringRef mode);
double CFAbsoluteTimeGetCurrent(void);
extern const CFStringRef kCFRunLoopCommonModes;
