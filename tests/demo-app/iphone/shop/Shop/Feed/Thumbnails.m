#import "Thumbnails.h"

#include "work.h"

@implementation FeedViewController (Thumbnails)
/* The queue is busy with another thumbnail. */
- (void)showThumbnails {
  static dispatch_queue_t queue;
  __block uint32_t shown = 0;
  if (queue == NULL) queue = dispatch_queue_create("com.example.shop.thumbnails", NULL);
  dispatch_async(queue, ^{
    usleep(400000);
  });
  dispatch_sync(queue, ^{
    shown++;
  });
  keep(shown);
}
@end
