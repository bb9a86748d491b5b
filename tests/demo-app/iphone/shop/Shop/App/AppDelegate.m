#import "AppDelegate.h"

#include "fonts.h"
#include "../Feed/banner.h"
#include "../Visitor/visitor.h"

@implementation AppDelegate
- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
  load_fonts();
  banner_start();
  const char *schedule = getenv("SHOP_SCHEDULE");
  if (schedule != NULL) visitor_follow(schedule);
  return YES;
}

/* shop://lag/KIND or shop://schedule/NAME */
- (BOOL)application:(UIApplication *)application openURL:(NSURL *)url options:(NSDictionary *)options {
  return visitor_open([[url absoluteString] UTF8String]);
}
@end
