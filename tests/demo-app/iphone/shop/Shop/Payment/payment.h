#pragma once

/* Asks the server and waits for its answer. */
long payment_wait_for_answer(void);
/* Waits a while before asking again. */
void payment_retry(void);
/* Asks two servers at once, and waits for both. */
long payment_compare_offers(void);
