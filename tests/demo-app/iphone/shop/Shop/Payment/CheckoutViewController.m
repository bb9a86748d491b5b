#import "CheckoutViewController.h"

@implementation CheckoutViewController
- (void)viewDidAppear:(BOOL)animated {
  [super viewDidAppear:animated];
}
@end

@implementation TotalViewController
@end
