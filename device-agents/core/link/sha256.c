#include "sha256.h"

/* FIPS 180-4, section 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t x, unsigned bits) { return x >> bits | x << (32 - bits); }

/* Section 6.2.2. */
static void take_block(struct laglens_sha256 *sha) {
  uint32_t words[64], at[8];
  for (int i = 0; i < 16; i++) {
    const uint8_t *byte = &sha->block[4 * i];
    words[i] = (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
  }
  for (int i = 16; i < 64; i++) {
    uint32_t low = turned(words[i - 15], 7) ^ turned(words[i - 15], 18) ^ words[i - 15] >> 3;
    uint32_t high = turned(words[i - 2], 17) ^ turned(words[i - 2], 19) ^ words[i - 2] >> 10;
    words[i] = words[i - 16] + low + words[i - 7] + high;
  }
  for (int i = 0; i < 8; i++) at[i] = sha->state[i];
  for (int i = 0; i < 64; i++) {
    uint32_t choice = (at[4] & at[5]) ^ (~at[4] & at[6]), majority = (at[0] & at[1]) ^ (at[0] & at[2]) ^ (at[1] & at[2]);
    uint32_t first = at[7] + (turned(at[4], 6) ^ turned(at[4], 11) ^ turned(at[4], 25)) + choice + constants[i] + words[i];
    uint32_t second = (turned(at[0], 2) ^ turned(at[0], 13) ^ turned(at[0], 22)) + majority;
    for (int j = 7; j > 0; j--) at[j] = at[j - 1];
    at[4] += first;
    at[0] = first + second;
  }
  for (int i = 0; i < 8; i++) sha->state[i] += at[i];
}

void laglens_sha256_begin(struct laglens_sha256 *sha) {
  /* Section 5.3.3: of the square roots of the first 8 primes. */
  *sha = (struct laglens_sha256){
      .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void laglens_sha256_add(struct laglens_sha256 *sha, const void *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    sha->block[sha->length++ % LAGLENS_SHA256_BLOCK] = ((const uint8_t *)bytes)[i];
    if (sha->length % LAGLENS_SHA256_BLOCK == 0) take_block(sha);
  }
}

void laglens_sha256_end(struct laglens_sha256 *sha, uint8_t out[LAGLENS_SHA256_BYTES]) {
  /* Section 5.1.1: a one, zeros, and the length in bits, in 64. */
  static const uint8_t one = 0x80, zero = 0;
  uint32_t bits = sha->length * 8;
  uint8_t length[8] = {0, 0, 0, 0, (uint8_t)(bits >> 24), (uint8_t)(bits >> 16), (uint8_t)(bits >> 8), (uint8_t)bits};
  laglens_sha256_add(sha, &one, 1);
  while (sha->length % LAGLENS_SHA256_BLOCK != LAGLENS_SHA256_BLOCK - sizeof length) laglens_sha256_add(sha, &zero, 1);
  laglens_sha256_add(sha, length, sizeof length);
  for (int i = 0; i < 8; i++) {
    for (int j = 0; j < 4; j++) out[4 * i + j] = (uint8_t)(sha->state[i] >> (24 - 8 * j));
  }
}

static void add_pad(struct laglens_sha256 *sha, const uint8_t *key, size_t key_bytes, uint8_t pad) {
  uint8_t block[LAGLENS_SHA256_BLOCK];
  for (size_t i = 0; i < sizeof block; i++) block[i] = (i < key_bytes ? key[i] : 0) ^ pad;
  laglens_sha256_begin(sha);
  laglens_sha256_add(sha, block, sizeof block);
}

void laglens_hmac_begin(struct laglens_sha256 *sha, const uint8_t *key, size_t key_bytes) { add_pad(sha, key, key_bytes, 0x36); }

void laglens_hmac_end(struct laglens_sha256 *sha, const uint8_t *key, size_t key_bytes, uint8_t out[LAGLENS_SHA256_BYTES]) {
  uint8_t inner[LAGLENS_SHA256_BYTES];
  laglens_sha256_end(sha, inner);
  add_pad(sha, key, key_bytes, 0x5c);
  laglens_sha256_add(sha, inner, sizeof inner);
  laglens_sha256_end(sha, out);
}
