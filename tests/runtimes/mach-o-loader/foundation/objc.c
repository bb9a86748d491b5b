#include "objc.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../dyld/libraries.h"
#include "../dyld/symbols.h"

enum { MOST_CLASSES = 512, MOST_CATEGORIES = 64, MOST_SELECTORS = 4096 };
/* Of a method list's first word: small methods are three 32-bit distances. */
#define SMALL_METHODS 0x80000000u
/* Flags in the low bits of a class's data pointer. */
#define DATA_FLAGS 7u

struct method_list {
  uint32_t entry_size_and_flags, count;
};
struct big_method {
  const char *name, *types;
  objc_method code;
};
struct small_method {
  int32_t name, types, code;
};
struct category {
  const char *name;
  struct objc_class *class;
  const struct method_list *instance_methods, *class_methods;
};

static struct objc_class *classes[MOST_CLASSES];
static const struct category *categories[MOST_CATEGORIES];
static const char *selectors[MOST_SELECTORS];
static unsigned class_count, category_count, selector_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *objc_selector(const char *name) {
  pthread_mutex_lock(&lock);
  unsigned at = 0;
  while (at < selector_count && strcmp(selectors[at], name) != 0) at++;
  if (at == MOST_SELECTORS) abort();
  if (at == selector_count) selectors[selector_count++] = strdup(name);
  pthread_mutex_unlock(&lock);
  return selectors[at];
}

void objc_add_class(struct objc_class *class) {
  if (class_count == MOST_CLASSES) abort();
  classes[class_count++] = class;
}

void objc_take_image(const struct image *image) {
  static const char *const segments[] = {"__DATA", "__DATA_CONST"};
  for (unsigned s = 0; s < 2; s++) {
    uint64_t bytes;
    const char **references = (void *)image_section(image, segments[s], "__objc_selrefs", &bytes);
    for (uint64_t i = 0; references != NULL && i < bytes / 8; i++) references[i] = objc_selector(references[i]);
    struct objc_class **list = (void *)image_section(image, segments[s], "__objc_classlist", &bytes);
    for (uint64_t i = 0; list != NULL && i < bytes / 8; i++) objc_add_class(list[i]);
    const struct category **extra = (void *)image_section(image, segments[s], "__objc_catlist", &bytes);
    for (uint64_t i = 0; extra != NULL && i < bytes / 8 && category_count < MOST_CATEGORIES; i++) categories[category_count++] = extra[i];
  }
}

static struct objc_class_data *data_of(const struct objc_class *class) {
  return (struct objc_class_data *)((uintptr_t)class->data & ~(uintptr_t)DATA_FLAGS);
}

struct objc_class *objc_class_named(const char *name) {
  for (unsigned i = 0; i < class_count; i++)
    if (strcmp(data_of(classes[i])->name, name) == 0) return classes[i];
  return NULL;
}

static objc_method in_list(const struct method_list *list, const char *selector) {
  if (list == NULL) return NULL;
  const struct big_method *big = (const void *)(list + 1);
  const struct small_method *small = (const void *)(list + 1);
  for (uint32_t i = 0; i < list->count; i++) {
    if (!(list->entry_size_and_flags & SMALL_METHODS)) {
      if (strcmp(big[i].name, selector) == 0) return big[i].code;
      continue;
    }
    /* The name's distance leads to a reference to the selector. */
    const char *name = *(const char *const *)((const uint8_t *)&small[i].name + small[i].name);
    if (strcmp(name, selector) == 0) return (objc_method)(void *)((const uint8_t *)&small[i].code + small[i].code);
  }
  return NULL;
}

/* Categories win over the class, the class over those above it. A metaclass is one whose instances are classes. */
objc_method objc_find(const void *object, const char *selector) {
  for (const struct objc_class *class = *(struct objc_class *const *)object; class != NULL; class = class->superclass) {
    for (unsigned i = 0; i < category_count; i++) {
      const struct category *category = categories[i];
      bool of_instances = category->class == class, of_class = category->class->isa == class;
      objc_method found = of_instances || of_class ? in_list(of_class ? category->class_methods : category->instance_methods, selector) : NULL;
      if (found != NULL) return found;
    }
    objc_method found = in_list(data_of(class)->methods, selector);
    if (found != NULL) return found;
  }
  return NULL;
}

uint32_t objc_instance_size(const struct objc_class *class) { return data_of(class)->instance_size; }

void *objc_instance(struct objc_class *class) {
  struct objc_class **object = calloc(1, objc_instance_size(class) < 8 ? 8 : objc_instance_size(class));
  *object = class;
  return object;
}

void *objc_send(const void *object, const char *selector, const void *first, const void *second) {
  const char *unique = objc_selector(selector);
  objc_method method = object == NULL ? NULL : objc_find(object, unique);
  return method == NULL ? NULL : ((void *(*)(const void *, const char *, const void *, const void *))method)(object, unique, first, second);
}

/* Messages to nil give nothing. In objc_send.S. */
extern void objc_message_send(void);
extern void objc_message_send_super(void);
static void *to_nil(void) { return NULL; }

objc_method objc_method_for(const void *object, const char *selector) {
  if (object == NULL) return (objc_method)to_nil;
  objc_method method = objc_find(object, selector);
  if (method != NULL) return method;
  fprintf(stderr, "-[%s %s]: unrecognized selector sent to instance %p\n", data_of(*(struct objc_class *const *)object)->name, selector, object);
  abort();
}

objc_method objc_super_method_for(void **receiver_and_class, const char *selector) {
  struct objc_class *above = ((struct objc_class *)receiver_and_class[1])->superclass;
  return objc_method_for(&above, selector);
}

static void *alloc(struct objc_class *class) { return class == NULL ? NULL : objc_instance(class); }
static void *alloc_init(struct objc_class *class) {
  void *object = alloc(class);
  return object == NULL ? NULL : objc_send(object, "init", NULL, NULL);
}
static void *same(void *object) { return object; }
static void *opt_class(void *const *object) { return object == NULL ? NULL : *object; }
static void nothing(void *object) { (void)object; }
static void *new_pool(void) { return NULL; }
static void store_strong(void **to, void *object) { *to = object; }
static void *get_class(const char *name) { return objc_class_named(name); }

static void *get_property(void *self, const char *selector, long offset, unsigned char atomic) {
  (void)selector, (void)atomic;
  return *(void **)((char *)self + offset);
}
static void set_property(void *self, const char *selector, long offset, void *value, unsigned char atomic, signed char copy) {
  (void)selector, (void)atomic, (void)copy;
  *(void **)((char *)self + offset) = value;
}

static const char *class_name(const struct objc_class *class) { return class == NULL ? "nil" : data_of(class)->name; }
static const void *superclass_of(const struct objc_class *class) { return class == NULL ? NULL : class->superclass; }
/* The system's own classes have no file here. */
static const char *image_name(const struct objc_class *class) {
  const struct image *image = libraries_containing(class);
  return image == NULL ? NULL : image->path;
}

static uint64_t empty_cache[4];

const struct symbol objc_symbols[] = {
    FUNCTION(objc_msgSend, objc_message_send),
    FUNCTION(objc_msgSendSuper2, objc_message_send_super),
    FUNCTION(objc_alloc, alloc),
    FUNCTION(objc_alloc_init, alloc_init),
    FUNCTION(objc_opt_new, alloc_init),
    FUNCTION(objc_opt_self, same),
    FUNCTION(objc_opt_class, opt_class),
    FUNCTION(objc_retain, same),
    FUNCTION(objc_release, nothing),
    FUNCTION(objc_autorelease, same),
    FUNCTION(objc_storeStrong, store_strong),
    FUNCTION(objc_autoreleasePoolPush, new_pool),
    FUNCTION(objc_autoreleasePoolPop, nothing),
    FUNCTION(objc_retainAutoreleasedReturnValue, same),
    FUNCTION(objc_claimAutoreleasedReturnValue, same),
    FUNCTION(objc_unsafeClaimAutoreleasedReturnValue, same),
    FUNCTION(objc_autoreleaseReturnValue, same),
    FUNCTION(objc_retainAutoreleaseReturnValue, same),
    FUNCTION(objc_retainAutorelease, same),
    FUNCTION(objc_getProperty, get_property),
    FUNCTION(objc_setProperty, set_property),
    FUNCTION(objc_getClass, get_class),
    FUNCTION(objc_lookUpClass, get_class),
    FUNCTION(sel_registerName, objc_selector),
    FUNCTION(sel_getUid, objc_selector),
    FUNCTION(object_getClass, opt_class),
    FUNCTION(class_getName, class_name),
    FUNCTION(class_getSuperclass, superclass_of),
    FUNCTION(class_getImageName, image_name),
    DATA(_objc_empty_cache, empty_cache),
    END_OF_SYMBOLS,
};
