/* What the main thread really did, by the clock of this process and without an agent's means: one JSON line for each span between
   two sleeps of its run loop that took 50 ms or longer, as it ends. The file is IPHONE_LOADER_TRUTH's, otherwise
   `tmp/phone-truth.jsonl` in the app's home if that is there; without either there is no truth. */
#ifndef DARWIN_TRUTH_H
#define DARWIN_TRUTH_H

/* The first span, `start`, begins with the app's main. */
void truth_begin(void);
void truth_main_sleeps(void);
void truth_main_wakes(void);

#endif
