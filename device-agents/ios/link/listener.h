/* The socket that the host comes to: on the loopback interface only, which a device's usbmux reaches. */
#ifndef LAGLENS_LISTENER_H
#define LAGLENS_LISTENER_H

#include <stdint.h>

/* A listening socket; `*port` 0 asks for any free one and is set to it. Negative errno when the kernel refused. */
int laglens_listen_loopback(uint16_t *port);

#endif
