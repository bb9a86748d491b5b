/* What the host says: read from bytes that may be split anywhere, and that nobody vouches for. */
#ifndef LAGLENS_HOST_MESSAGE_H
#define LAGLENS_HOST_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest message taken from a host. */
enum { LAGLENS_HOST_BYTES = 512 };

struct laglens_host_input {
  uint32_t length;
  uint8_t bytes[LAGLENS_HOST_BYTES];
};

/* Nonces and proofs. */
enum { LAGLENS_SECRET_BYTES = 32 };

enum laglens_host_kind { LAGLENS_HOST_NOTHING, LAGLENS_HOST_BAD, LAGLENS_HOST_UNKNOWN, LAGLENS_HOST_HELLO, LAGLENS_HOST_PROOF, LAGLENS_HOST_CONFIGURE, LAGLENS_HOST_FLUSH, LAGLENS_HOST_DETACH };

struct laglens_host_message {
  enum laglens_host_kind kind;
  uint32_t protocol; /* hello */
  uint8_t secret[LAGLENS_SECRET_BYTES]; /* nonce of a hello, or the proof; all zero when it had another length */
  bool secret_complete;
  uint32_t interval_us, threads, depth, walk_always, allocations; /* configure */
};

/* Takes the next whole message out of the input. BAD: the other side does not speak this protocol. */
void laglens_host_next(struct laglens_host_input *input, struct laglens_host_message *out);

#endif
