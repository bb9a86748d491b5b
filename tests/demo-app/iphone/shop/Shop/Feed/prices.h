#pragma once

/* One price has changed. */
void price_changed(int product);
