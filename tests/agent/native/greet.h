/* A host's first messages, for programs that test the agent's parts. */
#ifndef TESTS_GREET_H
#define TESTS_GREET_H

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "../../../device-agents/core/link/handshake.h"

static const uint8_t test_token[LAGLENS_TOKEN_BYTES] = {1, 2, 3};
static const uint8_t test_nonce[LAGLENS_NONCE_BYTES] = {9, 8, 7};

enum { CONNECT_TRIES = 5000 };

static inline void rest(long us) { nanosleep(&(struct timespec){.tv_nsec = us * 1000}, NULL); }

/* Tries until the agent listens. */
static inline int connect_to_path(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, path);
  for (int i = 0; i < CONNECT_TRIES; i++) {
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    close(fd);
    rest(1000);
  }
  return -1;
}

/* length, number, version, nonce, no name */
static bool say_hello(int fd) {
  uint8_t message[5 + LAGLENS_NONCE_BYTES] = {4 + LAGLENS_NONCE_BYTES, LAGLENS_MSG_HOST_HELLO, LAGLENS_PROTOCOL_VERSION, LAGLENS_NONCE_BYTES};
  memcpy(message + 4, test_nonce, sizeof test_nonce);
  return write(fd, message, sizeof message) == (ssize_t)sizeof message;
}

/* Waits for the challenge: length, number, nonce, proof. False when it is not one, or not that of an agent with the token. */
static bool answer_challenge(int fd) {
  uint8_t challenge[4 + LAGLENS_NONCE_BYTES + LAGLENS_PROOF_BYTES], right[LAGLENS_PROOF_BYTES];
  uint8_t answer[3 + LAGLENS_PROOF_BYTES] = {2 + LAGLENS_PROOF_BYTES, LAGLENS_MSG_HOST_PROOF, LAGLENS_PROOF_BYTES};
  const uint8_t *nonce = challenge + 3, *proof = nonce + LAGLENS_NONCE_BYTES + 1;
  if (recv(fd, challenge, sizeof challenge, MSG_WAITALL) != (ssize_t)sizeof challenge || challenge[1] != LAGLENS_MSG_CHALLENGE) return false;
  laglens_prove(test_token, test_nonce, nonce, "agent", right);
  if (memcmp(right, proof, sizeof right) != 0) return false;
  laglens_prove(test_token, test_nonce, nonce, "host", answer + 3);
  return write(fd, answer, sizeof answer) == (ssize_t)sizeof answer;
}

#endif
