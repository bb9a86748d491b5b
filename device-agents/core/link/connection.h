/* The socket: strangers are few and short, the one host is served. */
#ifndef LAGLENS_CONNECTION_H
#define LAGLENS_CONNECTION_H

#include "../stream/stream.h"
#include "../system.h"
#include "handshake.h"
#include "host_message.h"

/* Whoever connects beyond these takes the place of the one that waits longest, once that one had time to prove to know the token. */
enum { LAGLENS_STRANGERS = 16 };

/* Who is at the other end, as far as the system says. Nobody else takes the place of a preferred one. */
enum laglens_standing { LAGLENS_TURNED_AWAY, LAGLENS_MAY_SPEAK, LAGLENS_PREFERRED };

/* Who connected and has not proved to know the token yet. */
struct laglens_stranger {
  int fd; /* 0: free */
  bool preferred;
  uint64_t since_us;
  bool challenged;
  uint8_t wanted[LAGLENS_PROOF_BYTES]; /* the proof that is waited for, once it is challenged */
  struct laglens_host_input input;
};

/* The descriptors belong to the connection; negative: none. */
struct laglens_connection {
  int listener;
  int waker;                 /* readable: the agent's thread is to check all; drained here */
  int host;
  bool is_full;              /* it did not take all at the last try */
  const uint8_t *token;      /* LAGLENS_TOKEN_BYTES of them; NULL: nobody is let in */
  const char *refuse_text;   /* when set, a right proof is answered with `refused` and this text */
  enum laglens_standing (*standing_of)(int fd); /* NULL: whoever reaches the listener may speak */
  bool listener_is_dead;     /* the system took it away: it is waited for no longer, and to be opened again */
  int accept_error;          /* why nobody could be let in at the last try; 0 somebody could, or had gone */
  uint64_t accept_from_us;   /* after such a try: whoever waits at the listener waits until then. 0 at once */
  struct laglens_host_input host_input;
  struct laglens_stranger strangers[LAGLENS_STRANGERS];
};

void laglens_connection_init(struct laglens_connection *connection);
/* Waits at most `timeout_us`, and serves who comes. Gives what the host asked for next; NOTHING when nobody did. */
enum laglens_host_kind laglens_connection_serve(struct laglens_connection *connection, struct laglens_stream *stream, uint32_t timeout_us,
                                                struct laglens_host_message *message);
/* After the token changed: who was challenged by the old one begins again. */
void laglens_connection_forget_strangers(struct laglens_connection *connection);
bool laglens_connection_has_host(const struct laglens_connection *connection);
/* Sends what can be sent now, the rest when the host takes more; false when the host is gone. Without one, nothing can. */
bool laglens_connection_flush(struct laglens_connection *connection, struct laglens_stream *stream);
void laglens_connection_drop_host(struct laglens_connection *connection);

#endif
