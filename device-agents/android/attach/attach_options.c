#include "attach_options.h"

void laglens_read_attach_options(const char *text, struct laglens_attach_options *out) {
  *out = (struct laglens_attach_options){.common = {.interval_us = LAGLENS_INTERVAL_DEFAULT_US, .depth = LAGLENS_DEPTH_DEFAULT},
                                         .waits = LAGLENS_WAITS_OF_MAIN};
  laglens_take_option(out->main, sizeof out->main, "main");
  for (; text != NULL && *text != 0; text = laglens_next_option(text)) {
    const char *value;
    laglens_read_option(text, &out->common);
    if ((value = laglens_option_value(text, "rand")) != NULL) laglens_take_option(out->rand, sizeof out->rand, value);
    if ((value = laglens_option_value(text, "dir")) != NULL) laglens_take_option(out->dir, sizeof out->dir, value);
    if ((value = laglens_option_value(text, "hook")) != NULL) laglens_take_option(out->hook, sizeof out->hook, value);
    if ((value = laglens_option_value(text, "waits")) != NULL && *value >= '0' && *value <= '2') out->waits = (enum laglens_waits)(*value - '0');
    if ((value = laglens_option_value(text, "main")) != NULL) laglens_take_option(out->main, sizeof out->main, value);
  }
}
