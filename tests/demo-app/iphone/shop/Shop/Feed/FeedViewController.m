#import "FeedViewController.h"

#include "photo_decoder.h"
#include "prices.h"
#include "work.h"

@implementation FeedViewController
- (void)showPhoto {
  keep(decode_photo("cat.jpg"));
}

/* The server sends each price on its own. */
- (void)refreshPrices {
  for (int i = 0; i < 300; i++) {
    dispatch_async(dispatch_get_main_queue(), ^{
      price_changed(i);
    });
  }
}
@end
