/* The part of Objective-C's runtime that classes of loaded images need: layouts of objc-runtime-new.h. */
#ifndef DARWIN_OBJC_H
#define DARWIN_OBJC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../dyld/image.h"

typedef void (*objc_method)(void);

struct objc_class_data {
  uint32_t flags, instance_start, instance_size, reserved;
  const uint8_t *ivar_layout;
  const char *name;
  const void *methods;
  const void *protocols, *ivars, *weak_ivar_layout, *properties;
};

struct objc_class {
  struct objc_class *isa, *superclass;
  void *cache, *vtable;
  struct objc_class_data *data;
};

/* NSObject. */
extern struct objc_class objc_object_class;

/* Makes the image's selectors, classes and categories known. */
void objc_take_image(const struct image *image);
/* NULL when there is none of that name. */
struct objc_class *objc_class_named(const char *name);
/* A selector is its text, one for each. */
const char *objc_selector(const char *name);
/* The method that the object (or class) has for a selector; NULL when none. */
objc_method objc_find(const void *object, const char *selector);
uint32_t objc_instance_size(const struct objc_class *class);
void *objc_instance(struct objc_class *class);
/* Sends a message without arguments, or with up to two; gives NULL when the object has no such method. */
void *objc_send(const void *object, const char *selector, const void *first, const void *second);

/* A class below another one, with `extra` bytes in each instance; nobody finds it before it is added. */
struct objc_class *objc_make_class(struct objc_class *parent, const char *name, size_t extra);
/* Only to classes that objc_make_class made; false when it has too many. The class's own methods go to its `isa`. */
bool objc_add_method(struct objc_class *class, const char *selector, objc_method code);
void objc_add_class(struct objc_class *class);

#endif
