/* View controllers, of which only their appearance and their parents matter. */
#include "view_controllers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../dyld/symbols.h"
#include "../foundation/objc.h"

enum { MOST_CONTROLLERS = 16, METHODS = 3 };

struct controller {
  struct objc_class *isa;
  struct controller *parent;
};

/* A list as compilers make them, so that its methods can be replaced. */
struct methods {
  uint32_t entry_size, count;
  struct {
    const char *name, *types;
    void *code;
  } list[METHODS];
};

static void appearance(struct controller *self, const char *selector, bool is_animated) { (void)self, (void)selector, (void)is_animated; }
static struct controller *parent(const struct controller *self) { return self->parent; }

static struct methods methods = {24, METHODS, {{"viewDidAppear:", "v20@0:8B16", (void *)appearance},
                                               {"viewDidDisappear:", "v20@0:8B16", (void *)appearance},
                                               {"parentViewController", "@16@0:8", (void *)parent}}};
static struct objc_class_data data = {0, 8, sizeof(struct controller), 0, NULL, "UIViewController", &methods, NULL, NULL, NULL, NULL};
static struct objc_class_data meta_data = {1, 40, 40, 0, NULL, "UIViewController", NULL, NULL, NULL, NULL, NULL};
static struct objc_class controller_class, controller_metaclass;
static struct controller *shown[MOST_CONTROLLERS];

void view_controllers_begin(void) {
  static const char *const containers[] = {"UINavigationController", "UITabBarController", "UISplitViewController", "UIPageViewController"};
  struct objc_class *above = objc_class_named("UIResponder");
  controller_metaclass = (struct objc_class){objc_object_class.isa, above->isa, NULL, NULL, &meta_data};
  controller_class = (struct objc_class){&controller_metaclass, above, NULL, NULL, &data};
  /* As the runtime does when it maps UIKit: selectors are compared by address. */
  for (int i = 0; i < METHODS; i++) methods.list[i].name = objc_selector(methods.list[i].name);
  objc_add_class(&controller_class);
  for (unsigned i = 0; i < sizeof containers / sizeof *containers; i++) objc_add_class(objc_make_class(&controller_class, containers[i], 0));
}

/* The one of that class, made when it is first named. */
static struct controller *of_class(const char *name) {
  struct objc_class *class = objc_class_named(name);
  int at = 0;
  if (class == NULL) return NULL;
  while (at < MOST_CONTROLLERS && shown[at] != NULL && shown[at]->isa != class) at++;
  if (at == MOST_CONTROLLERS) abort();
  if (shown[at] == NULL) shown[at] = objc_instance(class);
  return shown[at];
}

static void send(const char *written, const char *selector) {
  char name[128], container[128] = "";
  if (sscanf(written, "%127s in %127s", name, container) < 1) return;
  struct controller *outer = container[0] == '\0' ? NULL : of_class(container), *inner = of_class(name);
  if (inner == NULL) return;
  inner->parent = outer;
  if (outer != NULL) objc_send(outer, selector, (void *)1, NULL);
  objc_send(inner, selector, (void *)1, NULL);
}

void view_controllers_appear(const char *written) { send(written, "viewDidAppear:"); }
void view_controllers_disappear(const char *written) { send(written, "viewDidDisappear:"); }

const struct symbol view_controller_symbols[] = {
    DATA(OBJC_CLASS_$_UIViewController, &controller_class),
    DATA(OBJC_METACLASS_$_UIViewController, &controller_metaclass),
    END_OF_SYMBOLS,
};
