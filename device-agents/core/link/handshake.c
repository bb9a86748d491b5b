#include "handshake.h"

#include "../system.h"
#include "../text.h"
#include "sha256.h"

void laglens_prove(const uint8_t *token, const uint8_t *host_nonce, const uint8_t *agent_nonce, const char *prover,
                   uint8_t out[LAGLENS_PROOF_BYTES]) {
  struct laglens_sha256 sha;
  laglens_hmac_begin(&sha, token, LAGLENS_TOKEN_BYTES);
  laglens_sha256_add(&sha, host_nonce, LAGLENS_NONCE_BYTES);
  laglens_sha256_add(&sha, agent_nonce, LAGLENS_NONCE_BYTES);
  laglens_sha256_add(&sha, prover, laglens_length(prover));
  laglens_hmac_end(&sha, token, LAGLENS_TOKEN_BYTES, out);
}

bool laglens_make_challenge(const uint8_t *token, const uint8_t *host_nonce, struct laglens_challenge *out) {
  if (!laglens_random(out->nonce, sizeof out->nonce)) return false;
  laglens_prove(token, host_nonce, out->nonce, "agent", out->proof);
  laglens_prove(token, host_nonce, out->nonce, "host", out->wanted);
  return true;
}
