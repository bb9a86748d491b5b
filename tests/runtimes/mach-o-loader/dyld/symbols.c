#include "symbols.h"

#include <pthread.h>
#include <string.h>

#include "../census.h"

#define TABLES(table)                                                                                                                       \
  table(mach_thread_symbols) table(mach_thread_info_symbols) table(mach_memory_symbols) table(mach_clock_symbols) table(mach_task_symbols)  \
      table(dyld_symbols) table(dlopen_symbols) table(sysctl_symbols) table(socket_symbols) table(file_symbols) table(pthread_symbols)      \
          table(thread_local_symbols) table(lock_symbols) table(memory_symbols) table(text_symbols) table(process_symbols)                  \
              table(dispatch_queue_symbols) table(dispatch_wait_symbols) table(block_symbols) table(cf_symbols) table(cf_string_symbols)    \
                  table(cf_bundle_symbols) table(run_loop_symbols) table(run_loop_item_symbols) table(notification_symbols)                 \
                      table(objc_symbols) table(objc_make_symbols) table(objc_class_symbols) table(uikit_symbols) table(view_controller_symbols) table(truth_symbols)

#define DECLARE(table) extern const struct symbol table[];
TABLES(DECLARE)

#define LIST(table) table,
static const struct symbol *const tables[] = {TABLES(LIST)};

static const struct symbol *find(const char *name) {
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    for (const struct symbol *symbol = tables[i]; symbol->name != NULL; symbol++)
      if (strcmp(symbol->name, name) == 0) return symbol;
  return NULL;
}

void *system_symbol(const char *name) {
  const struct symbol *symbol = find(name);
  if (symbol == NULL) return NULL;
  return symbol->kind == SYMBOL_DATA ? symbol->address : call_gate(symbol->name, symbol->address);
}
