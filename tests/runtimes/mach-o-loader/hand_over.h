/* Apps of the other processor. */
#ifndef HAND_OVER_H
#define HAND_OVER_H

/* On x86_64: when the executable has no slice for it, or IPHONE_LOADER_ARCH is `arm64`, becomes qemu-aarch64 with the loader for
   arm64 that lies beside this program. Otherwise comes back. */
void hand_over(char **argv, const char *executable);

#endif
