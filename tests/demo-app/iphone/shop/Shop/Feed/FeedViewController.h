#import <UIKit/UIKit.h>

@interface FeedViewController : UIViewController
- (void)showPhoto;
- (void)refreshPrices;
@end
