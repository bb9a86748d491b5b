/* Host and agent prove to each other that they know the token, which neither says: docs/wire-protocol.md. */
#ifndef LAGLENS_HANDSHAKE_H
#define LAGLENS_HANDSHAKE_H

#include "../wire_schema.h"

#include <stdbool.h>
#include <stdint.h>

struct laglens_challenge {
  uint8_t nonce[LAGLENS_NONCE_BYTES]; /* the agent's */
  uint8_t proof[LAGLENS_PROOF_BYTES]; /* the agent's, to be sent with it */
  uint8_t wanted[LAGLENS_PROOF_BYTES]; /* the host's, to be kept */
};

/* Proof of `prover`, "agent" or "host". */
void laglens_prove(const uint8_t *token, const uint8_t *host_nonce, const uint8_t *agent_nonce, const char *prover,
                   uint8_t out[LAGLENS_PROOF_BYTES]);
/* A challenge with a nonce of its own; false when the system gives no random bytes. */
bool laglens_make_challenge(const uint8_t *token, const uint8_t *host_nonce, struct laglens_challenge *out);

#endif
