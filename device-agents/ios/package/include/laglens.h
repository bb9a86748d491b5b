/* Laglens' agent for apps that carry it themselves. */
#ifndef LAGLENS_H
#define LAGLENS_H

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Lets Laglens see why this app lags: call it once, as early as possible. Only debug builds hold the agent; in others this does nothing.
 * It listens on 127.0.0.1, on a port and with a token of its own that only this app's container holds (Library/Caches/laglens). Does
 * nothing when Laglens loaded its agent by itself, and when it is called again.
 */
__attribute__((visibility("default"))) void laglens_start(void);

#ifdef __cplusplus
}
#endif
#endif
