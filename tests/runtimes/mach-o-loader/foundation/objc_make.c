/* Classes that are made while the app runs. */
#include <stdlib.h>
#include <string.h>

#include "objc.h"
#include "../dyld/symbols.h"

enum { MOST_METHODS = 16, META = 1, CLASS_BYTES = 40, METHOD_BYTES = 24 };

struct made_methods {
  uint32_t entry_size, count;
  struct {
    const char *name, *types;
    objc_method code;
  } list[MOST_METHODS];
};

static struct objc_class *make(struct objc_class *meta, struct objc_class *parent, const char *name, uint32_t flags, uint32_t size) {
  struct objc_class *class = calloc(1, sizeof *class);
  struct objc_class_data *data = calloc(1, sizeof *data);
  struct made_methods *methods = calloc(1, sizeof *methods);
  methods->entry_size = METHOD_BYTES;
  *data = (struct objc_class_data){.flags = flags, .instance_start = size, .instance_size = size, .name = strdup(name), .methods = methods};
  *class = (struct objc_class){.isa = meta, .superclass = parent, .data = data};
  return class;
}

struct objc_class *objc_make_class(struct objc_class *parent, const char *name, size_t extra) {
  struct objc_class *meta = make(parent->isa->isa, parent->isa, name, META, CLASS_BYTES);
  return make(meta, parent, name, 0, objc_instance_size(parent) + (uint32_t)extra);
}

bool objc_add_method(struct objc_class *class, const char *selector, objc_method code) {
  struct made_methods *methods = (void *)class->data->methods;
  if (methods->count == MOST_METHODS) return false;
  methods->list[methods->count].name = objc_selector(selector);
  methods->list[methods->count++].code = code;
  return true;
}

static bool class_add_method(struct objc_class *class, const char *selector, objc_method code, const char *types) {
  (void)types;
  return objc_add_method(class, selector, code);
}

static void *allocate_class_pair(struct objc_class *parent, const char *name, size_t extra) {
  return objc_class_named(name) == NULL ? objc_make_class(parent, name, extra) : NULL;
}

/* A method is its entry in the list of a class made here, or of one above it. */
static objc_method *instance_method(const struct objc_class *class, const char *selector) {
  for (; class != NULL; class = class->superclass) {
    struct made_methods *methods = (void *)class->data->methods;
    for (uint32_t i = 0; methods != NULL && methods->entry_size == METHOD_BYTES && i < methods->count; i++)
      if (strcmp(methods->list[i].name, selector) == 0) return &methods->list[i].code;
  }
  return NULL;
}

static objc_method implementation(const objc_method *method) { return *method; }

static objc_method set_implementation(objc_method *method, objc_method code) {
  objc_method before = *method;
  *method = code;
  return before;
}

const struct symbol objc_make_symbols[] = {
    FUNCTION(class_getInstanceMethod, instance_method),
    FUNCTION(method_getImplementation, implementation),
    FUNCTION(method_setImplementation, set_implementation),
    FUNCTION(objc_allocateClassPair, allocate_class_pair),
    FUNCTION(class_addMethod, class_add_method),
    FUNCTION(objc_registerClassPair, objc_add_class),
    END_OF_SYMBOLS,
};
