/* An app of 20 threads that obeys: one command per line on file descriptor 3, one answer per line on standard output.
     work DEPTH ACTIVE US  main and so many workers compute at that depth; main for so long at a time; 0: without a rest
     peer 0|1              switches the peer off or on; the answer is `ROUNDS FRAMES`, those that it has made so far
     end                   the process ends */
#include <system.h>

#include "peer.h"
#include "threads.h"

enum { COMMANDS = 3, REST_US = 1000 };

int printf(const char *format, ...);
void exit(int code);

static volatile uint32_t main_us = 1000;

static unsigned number(const char **text) {
  unsigned value = 0;
  while (**text == ' ') ++*text;
  while (**text >= '0' && **text <= '9') value = value * 10 + (unsigned)(*(*text)++ - '0');
  return value;
}

static void obey(const char *line) {
  const char *rest = line;
  while (*rest != ' ' && *rest != '\0') rest++;
  if (strncmp(line, "work ", 5) == 0) {
    stack_depth = number(&rest);
    workers_activate(number(&rest));
    main_us = number(&rest);
  } else if (strncmp(line, "peer ", 5) == 0) {
    peer_switch(number(&rest));
    printf("%llu %llu", (unsigned long long)peer_rounds, (unsigned long long)peer_frames);
  } else if (strcmp(line, "end") == 0) {
    exit(0);
  }
  printf("\n");
}

static void *listen(void *nothing) {
  char line[128];
  unsigned length = 0;
  pthread_setname_np("commands");
  while (read(COMMANDS, &line[length], 1) == 1) {
    if (line[length] != '\n' && length + 1 < sizeof line) {
      length++;
      continue;
    }
    line[length] = '\0';
    length = 0;
    obey(line);
  }
  exit(0);
  return nothing;
}

int main(void) {
  pthread_t thread;
  pthread_setname_np("main");
  workers_begin();
  peer_begin();
  if (pthread_create(&thread, NULL, listen, NULL) != 0) return 1;
  printf("ready\n");
  for (uint32_t turn = 0;; turn++) {
    uint32_t us = main_us;
    work(stack_depth, turn, us == 0 ? 20000 : us);
    if (us != 0) usleep(REST_US);
  }
}
