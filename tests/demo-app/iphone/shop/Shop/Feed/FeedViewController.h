#import <UIKit/UIKit.h>

@interface FeedViewController : UIResponder
- (void)showPhoto;
- (void)refreshPrices;
@end
