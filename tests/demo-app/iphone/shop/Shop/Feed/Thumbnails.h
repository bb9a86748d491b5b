#import "FeedViewController.h"

@interface FeedViewController (Thumbnails)
- (void)showThumbnails;
@end
