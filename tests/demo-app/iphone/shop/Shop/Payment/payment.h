#pragma once

/* Asks the server and waits for its answer. */
long payment_wait_for_answer(void);
/* Waits a while before asking again. */
void payment_retry(void);
/* Asks two servers at once, and waits for both. */
long payment_compare_offers(void);
/* Asks a server that never answers: the app hangs until it is killed. */
long payment_wait_for_lost_answer(void);
