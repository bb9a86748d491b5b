#import <UIKit/UIKit.h>
#include <unistd.h>

static const useconds_t kLagUs = 300000;
static const NSTimeInterval kEverySeconds = 1;

/** Lags once a second. */
@interface SampleDelegate : UIResponder <UIApplicationDelegate>
@property(nonatomic, strong) UIWindow *window;
@end

@implementation SampleDelegate

- (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
    self.window = [[UIWindow alloc] initWithFrame:UIScreen.mainScreen.bounds];
    self.window.rootViewController = [[UIViewController alloc] init];
    [self.window makeKeyAndVisible];
    [NSTimer scheduledTimerWithTimeInterval:kEverySeconds target:self selector:@selector(lag) userInfo:nil repeats:YES];
    return YES;
}

- (void)lag {
    usleep(kLagUs);
}

@end

int main(int argc, char *argv[]) {
    @autoreleasepool {
        return UIApplicationMain(argc, argv, nil, NSStringFromClass(SampleDelegate.class));
    }
}
