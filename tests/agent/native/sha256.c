/* Digests and proofs, in hex, one a line: what the test compares with published vectors and with another implementation. */
#include <stdio.h>
#include <string.h>

#include "../../../device-agents/core/link/handshake.h"
#include "../../../device-agents/core/link/sha256.h"

enum { LONGEST = 200, MILLION = 1000000 };

static void show(const uint8_t *bytes) {
  for (int i = 0; i < LAGLENS_SHA256_BYTES; i++) printf("%02x", bytes[i]);
  putchar('\n');
}

static void show_hmac(const uint8_t *key, size_t key_bytes, const void *text, size_t length) {
  struct laglens_sha256 sha;
  uint8_t out[LAGLENS_SHA256_BYTES];
  laglens_hmac_begin(&sha, key, key_bytes);
  laglens_sha256_add(&sha, text, length);
  laglens_hmac_end(&sha, key, key_bytes, out);
  show(out);
}

int main(void) {
  struct laglens_sha256 sha;
  uint8_t text[LONGEST], out[LAGLENS_SHA256_BYTES], key[25];
  /* FIPS 180-2, appendix B: "abc", the two blocks, a million times "a". */
  const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  const char *known[] = {"abc", two_blocks};
  for (int i = 0; i < 2; i++) {
    laglens_sha256_begin(&sha);
    laglens_sha256_add(&sha, known[i], strlen(known[i]));
    laglens_sha256_end(&sha, out);
    show(out);
  }
  laglens_sha256_begin(&sha);
  for (int i = 0; i < MILLION; i++) laglens_sha256_add(&sha, "a", 1);
  laglens_sha256_end(&sha, out);
  show(out);
  /* RFC 4231, test cases 1 to 4. */
  memset(key, 0x0b, 20);
  show_hmac(key, 20, "Hi There", 8);
  show_hmac((const uint8_t *)"Jefe", 4, "what do ya want for nothing?", 28);
  memset(key, 0xaa, 20);
  memset(text, 0xdd, 50);
  show_hmac(key, 20, text, 50);
  for (int i = 0; i < 25; i++) key[i] = (uint8_t)(i + 1);
  memset(text, 0xcd, 50);
  show_hmac(key, 25, text, 50);
  /* Each length up to some blocks, in two pieces. */
  for (size_t i = 0; i < LONGEST; i++) text[i] = (uint8_t)(7 * i + 3);
  for (size_t length = 0; length < LONGEST; length++) {
    laglens_sha256_begin(&sha);
    laglens_sha256_add(&sha, text, length / 3);
    laglens_sha256_add(&sha, text + length / 3, length - length / 3);
    laglens_sha256_end(&sha, out);
    show(out);
  }
  /* Token, the host's nonce and the agent's. */
  laglens_prove(text, text + 16, text + 48, "agent", out);
  show(out);
  laglens_prove(text, text + 16, text + 48, "host", out);
  show(out);
  struct laglens_challenge one, other;
  if (!laglens_make_challenge(text, text + 16, &one) || !laglens_make_challenge(text, text + 16, &other)) return 1;
  return memcmp(one.nonce, other.nonce, sizeof one.nonce) != 0 && memcmp(one.proof, one.wanted, sizeof one.proof) != 0 ? 0 : 2;
}
