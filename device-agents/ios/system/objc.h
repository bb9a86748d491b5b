/* Objective-C from C. The runtime's functions are looked up: a process without it does without what needs it. */
#ifndef LAGLENS_OBJC_H
#define LAGLENS_OBJC_H

#include <stdbool.h>
#include <stddef.h>

typedef void *laglens_id;       /* of objects and classes */
typedef void *laglens_selector;

struct laglens_objc {
  laglens_id (*get_class)(const char *name);
  /* The next three: NULL, or all of them there. */
  laglens_id (*make_class)(laglens_id parent, const char *name, size_t extra);
  bool (*add_method)(laglens_id type, laglens_selector selector, void (*body)(laglens_id self, laglens_selector selector, laglens_id argument),
                     const char *types);
  void (*register_class)(laglens_id type);
  /* NULL, or all three of them there. */
  void *(*instance_method)(laglens_id type, laglens_selector selector);
  void (*(*implementation)(void *method))(void);
  void (*(*set_implementation)(void *method, void (*body)(void)))(void);
  /* NULL, or all three of them there. */
  laglens_id (*superclass)(laglens_id type);
  const char *(*class_name)(laglens_id type);
  const char *(*image_name)(laglens_id type); /* path of the library with the class, NULL for none */
  laglens_selector (*selector)(const char *name);
  void (*send)(void); /* objc_msgSend: to be called as what the method is */
  void *(*push_pool)(void);
  void (*pop_pool)(void *pool);
};
extern struct laglens_objc laglens_objc;

/* Looks the functions up; false when there is no runtime. Never while a thread is suspended. */
bool laglens_objc_begin(void);
bool laglens_objc_has(void);
/* Messages by their shapes: no argument, one flag, two pointers; and one that answers with a double. */
void *laglens_ask(laglens_id to, const char *name);
void laglens_report_flag(laglens_id to, const char *name, bool flag);
void *laglens_ask_two(laglens_id to, const char *name, const void *first, const void *second);
double laglens_ask_number(laglens_id to, laglens_selector selector);

#endif
