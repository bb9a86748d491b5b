#import <UIKit/UIKit.h>

@interface CheckoutViewController : UIViewController
@end

/* Within the checkout, and no screen of its own. */
@interface TotalViewController : UIViewController
@end
