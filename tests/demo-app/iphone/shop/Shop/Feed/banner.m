#include "banner.h"

#import <UIKit/UIKit.h>

#include "work.h"

static void move_banner(CFRunLoopTimerRef timer, void *info) {
  static uint32_t at;
  keep(at++);
}

void banner_start(void) {
  CFRunLoopTimerRef timer = CFRunLoopTimerCreate(NULL, CFAbsoluteTimeGetCurrent(), 0.05, 0, 0, move_banner, NULL);
  CFRunLoopAddTimer(CFRunLoopGetMain(), timer, kCFRunLoopCommonModes);
}
