/* Who took a lock last, as far as the app's own calls show: asked by whoever has to wait for it. */
#ifndef LAGLENS_LOCK_OWNERS_H
#define LAGLENS_LOCK_OWNERS_H

#include <stdint.h>

/* Port of the thread that holds a lock, 0 unknown. Wrong only where it was let go or taken by code that is not the app's own. */
uint32_t laglens_lock_owner(const void *lock);
/* That the calling thread just took a lock, and that it is about to let it go. */
void laglens_lock_taken(const void *lock);
void laglens_lock_released(const void *lock);
/* What was known may be over: nobody has checked for a while. */
void laglens_lock_owners_forget(void);

#endif
