/* The classes that the system gives: NSObject, the class of constant strings, and what UIKit's callbacks bring. */
#include <string.h>

#include "cf.h"
#include "../uikit/display_link.h"
#include "../uikit/layers.h"
#include "../uikit/view_controllers.h"
#include "objc.h"
#include "objc_classes.h"
#include "../dyld/symbols.h"

/* name, types, code; behind the list's own header. */
struct methods {
  uint32_t entry_size, count;
  struct {
    const char *name, *types;
    void *code;
  } list[8];
};

static void *self_of(void *self) { return self; }
static void *class_of(void *const *self) { return *self; }
static void *class_itself(void *class) { return class; }
static void *allocate(struct objc_class *class) { return objc_instance(class); }
static void *make(struct objc_class *class) { return objc_send(objc_instance(class), "init", NULL, NULL); }
static void nothing(void *self) { (void)self; }
static signed char responds(const void *self, const char *selector, const char *asked) {
  (void)selector;
  return objc_find(self, asked) != NULL;
}
static const char *utf8(const struct cf_string *self) { return self->text; }
static unsigned long length(const struct cf_string *self) { return self->length; }

#define METHOD(name, code) {name, "", (void *)(code)}
static struct methods object_methods = {24, 6, {METHOD("init", self_of), METHOD("self", self_of), METHOD("class", class_of),
                                                METHOD("respondsToSelector:", responds), METHOD("retain", self_of), METHOD("release", nothing)}};
static struct methods object_class_methods = {24, 3, {METHOD("alloc", allocate), METHOD("new", make), METHOD("class", class_itself)}};
/* A URL is its text: what opens an app is given as one. */
static struct methods string_methods = {24, 3, {METHOD("UTF8String", utf8), METHOD("length", length), METHOD("absoluteString", self_of)}};

enum { META = 1, ROOT = 2 };
static struct objc_class_data object_meta_data = {META | ROOT, 40, 40, 0, NULL, "NSObject", &object_class_methods, NULL, NULL, NULL, NULL};
static struct objc_class_data object_data = {ROOT, 8, 8, 0, NULL, "NSObject", &object_methods, NULL, NULL, NULL, NULL};
static struct objc_class_data string_data = {0, 8, 32, 0, NULL, "__NSCFConstantString", &string_methods, NULL, NULL, NULL, NULL};

struct objc_class objc_object_class;
static struct objc_class objc_object_metaclass;
uint64_t cf_string_class[32];

/* Of it only that it is there: apps name it as the class above their own. */
static struct objc_class_data responder_data = {0, 8, 8, 0, NULL, "UIResponder", NULL, NULL, NULL, NULL, NULL};
static struct objc_class_data responder_meta_data = {META, 40, 40, 0, NULL, "UIResponder", NULL, NULL, NULL, NULL, NULL};
static struct objc_class responder_metaclass = {&objc_object_metaclass, &objc_object_metaclass, NULL, NULL, &responder_meta_data};
static struct objc_class responder_class = {&responder_metaclass, &objc_object_class, NULL, NULL, &responder_data};

/* NSProcessInfoThermalState: 0 nominal, 1 fair, 2 serious, 3 critical. */
static long thermal;
static long thermal_state(void) { return thermal; }

/* A BOOL has one byte; what the rest of a register holds is undefined. */
static bool is_low_power;
static long low_power_mode(void) { return 0x7700 | is_low_power; }

void objc_classes_begin(void) {
  objc_object_metaclass = (struct objc_class){&objc_object_metaclass, &objc_object_class, NULL, NULL, &object_meta_data};
  objc_object_class = (struct objc_class){&objc_object_metaclass, NULL, NULL, NULL, &object_data};
  struct objc_class string = {&objc_object_metaclass, &objc_object_class, NULL, NULL, &string_data};
  memcpy(cf_string_class, &string, sizeof string);
  objc_add_class(&objc_object_class);
  objc_add_class(&responder_class);
  display_link_begin();
  layers_begin();
  view_controllers_begin();
  struct objc_class *process_info = objc_make_class(&objc_object_class, "NSProcessInfo", 0);
  objc_add_method(process_info->isa, "processInfo", (objc_method)make);
  objc_add_method(process_info, "thermalState", (objc_method)thermal_state);
  objc_add_method(process_info, "isLowPowerModeEnabled", (objc_method)low_power_mode);
  objc_add_class(process_info);
}

void objc_set_thermal_state(long state) { thermal = state; }
void objc_set_low_power(bool is_on) { is_low_power = is_on; }

const struct symbol objc_class_symbols[] = {
    DATA(OBJC_CLASS_$_NSObject, &objc_object_class),
    DATA(OBJC_METACLASS_$_NSObject, &objc_object_metaclass),
    DATA(OBJC_CLASS_$_UIResponder, &responder_class),
    DATA(OBJC_METACLASS_$_UIResponder, &responder_metaclass),
    END_OF_SYMBOLS,
};
