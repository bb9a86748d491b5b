/* Layers, of which only their animations matter: the render server would show them. */
#include "layers.h"

#include <stdlib.h>

#include "../foundation/cf.h"
#include "../foundation/objc.h"

struct animation {
  struct objc_class *isa;
  double seconds;
};

static struct objc_class *layer_class, *animation_class;

static void add_animation(void *layer, const char *selector, void *animation, void *key) {
  (void)layer, (void)selector, (void)animation, (void)key;
}

static double duration(const struct animation *animation) { return animation->seconds; }

void layers_begin(void) {
  layer_class = objc_make_class(&objc_object_class, "CALayer", 0);
  objc_add_method(layer_class, "addAnimation:forKey:", (objc_method)add_animation);
  objc_add_class(layer_class);
  animation_class = objc_make_class(&objc_object_class, "CABasicAnimation", sizeof(struct animation) - 8);
  objc_add_method(animation_class, "duration", (objc_method)duration);
  objc_add_class(animation_class);
}

void layers_animate(double seconds) {
  static struct objc_class **layer;
  struct animation *animation = objc_instance(animation_class);
  if (layer == NULL) layer = objc_instance(layer_class);
  animation->seconds = seconds;
  objc_send(layer, "addAnimation:forKey:", animation, NULL);
  free(animation);
}
