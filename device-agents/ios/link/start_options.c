#include "start_options.h"

#include "../../core/text.h"

enum { HIGHEST_PORT = 65535 };

void laglens_read_start_options(const char *text, struct laglens_start_options *out) {
  *out = (struct laglens_start_options){.common = {.interval_us = LAGLENS_INTERVAL_DEFAULT_US, .depth = LAGLENS_DEPTH_DEFAULT}, .blocking = true, .frames = true};
  for (; text != NULL && *text != 0; text = laglens_next_option(text)) {
    const char *value;
    laglens_read_option(text, &out->common);
    if ((value = laglens_option_value(text, "blocking")) != NULL) out->blocking = laglens_read_number(&value) != 0;
    if ((value = laglens_option_value(text, "frames")) != NULL) out->frames = laglens_read_number(&value) != 0;
    if ((value = laglens_option_value(text, "port")) != NULL) {
      uint32_t port = laglens_read_number(&value);
      out->port = port > HIGHEST_PORT ? 0 : (uint16_t)port;
    }
  }
}
