#include "objc.h"

#include "../darwin/libc.h"

struct laglens_objc laglens_objc;

static void *find_function(const char *name, bool *found) {
  void *function = laglens_sys_dlsym(LAGLENS_RTLD_DEFAULT, name);
  *found &= function != NULL;
  return function;
}

bool laglens_objc_begin(void) {
  bool found = true, has_classes = true, has_methods = true, has_names = true;
  struct laglens_objc objc = {
      .get_class = (laglens_id(*)(const char *))find_function("objc_getClass", &found),
      .make_class = (laglens_id(*)(laglens_id, const char *, size_t))find_function("objc_allocateClassPair", &has_classes),
      .add_method = (bool (*)(laglens_id, laglens_selector, void (*)(laglens_id, laglens_selector, laglens_id), const char *))find_function("class_addMethod", &has_classes),
      .register_class = (void (*)(laglens_id))find_function("objc_registerClassPair", &has_classes),
      .instance_method = (void *(*)(laglens_id, laglens_selector))find_function("class_getInstanceMethod", &has_methods),
      .implementation = (void (*(*)(void *))(void))find_function("method_getImplementation", &has_methods),
      .set_implementation = (void (*(*)(void *, void (*)(void)))(void))find_function("method_setImplementation", &has_methods),
      .superclass = (laglens_id(*)(laglens_id))find_function("class_getSuperclass", &has_names),
      .class_name = (const char *(*)(laglens_id))find_function("class_getName", &has_names),
      .image_name = (const char *(*)(laglens_id))find_function("class_getImageName", &has_names),
      .selector = (laglens_selector(*)(const char *))find_function("sel_registerName", &found),
      .send = (void (*)(void))find_function("objc_msgSend", &found),
      .push_pool = (void *(*)(void))find_function("objc_autoreleasePoolPush", &found),
      .pop_pool = (void (*)(void *))find_function("objc_autoreleasePoolPop", &found),
  };
  if (!has_classes) objc.make_class = NULL, objc.add_method = NULL, objc.register_class = NULL;
  if (!has_methods) objc.instance_method = NULL, objc.implementation = NULL, objc.set_implementation = NULL;
  if (!has_names) objc.superclass = NULL, objc.class_name = NULL, objc.image_name = NULL;
  if (found) laglens_objc = objc;
  return found;
}

bool laglens_objc_has(void) { return laglens_objc.send != NULL; }

void *laglens_ask(laglens_id to, const char *name) {
  return ((void *(*)(laglens_id, laglens_selector))laglens_objc.send)(to, laglens_objc.selector(name));
}

void laglens_report_flag(laglens_id to, const char *name, bool flag) {
  ((void (*)(laglens_id, laglens_selector, bool))laglens_objc.send)(to, laglens_objc.selector(name), flag);
}

void *laglens_ask_two(laglens_id to, const char *name, const void *first, const void *second) {
  return ((void *(*)(laglens_id, laglens_selector, const void *, const void *))laglens_objc.send)(to, laglens_objc.selector(name), first, second);
}

double laglens_ask_number(laglens_id to, laglens_selector selector) {
  return ((double (*)(laglens_id, laglens_selector))laglens_objc.send)(to, selector);
}
