#include "screens.h"

#include "../../core/facts/shown_screens.h"
#include "../../core/text.h"
#include "../link/app_folder.h"
#include "../system/objc.h"

enum { VIEW_CONTROLLER = 3, NAMES = 256, NAME_BYTES = 96, ADDRESS_SHIFT = 4 };

typedef void (*appearance)(laglens_id controller, laglens_selector selector, bool is_animated);

static const char *const container_names[] = {"UINavigationController", "UITabBarController", "UISplitViewController", "UIPageViewController"};
enum { CONTAINERS = sizeof container_names / sizeof container_names[0] };

/* Main's own, but for the names, which the agent's thread reads when they are ready. */
static bool has_begun;
static laglens_id containers[CONTAINERS];
static appearance appeared, disappeared;
static struct {
  laglens_id type;
  uint32_t ready; /* set by main when the text stands */
  char text[NAME_BYTES];
} names[NAMES];

static uint32_t string_of(uint32_t number) {
  if (number == 0 || number >= NAMES || __atomic_load_n(&names[number].ready, __ATOMIC_ACQUIRE) == 0) return 0;
  return laglens_intern(&laglens_agent.memory->stream.strings, names[number].text);
}

static bool is_container(laglens_id type) {
  for (; type != NULL; type = laglens_objc.superclass(type)) {
    for (int i = 0; i < CONTAINERS; i++) {
      if (containers[i] == type) return true;
    }
  }
  return false;
}

/* 0 for one that is not reported: a container, a class of the system, or one more than the table has. */
static uint32_t number_of(laglens_id type, bool is_new) {
  uint32_t at = 1;
  while (at < NAMES && names[at].type != NULL && names[at].type != type) at++;
  if (at == NAMES) return 0;
  if (names[at].type == type) return names[at].text[0] == 0 ? 0 : at;
  if (!is_new) return 0;
  const char *image = laglens_objc.image_name(type);
  if (!is_container(type) && image != NULL && laglens_is_of_app(image)) laglens_copy(names[at].text, NAME_BYTES, laglens_objc.class_name(type));
  names[at].type = type;
  __atomic_store_n(&names[at].ready, 1, __ATOMIC_RELEASE);
  return names[at].text[0] == 0 ? 0 : at;
}

static void note(laglens_id controller, bool begins) {
  /* Not the class that an observed object pretends to have. */
  uint32_t name = number_of(laglens_ask(controller, "class"), begins);
  laglens_id parent = name == 0 || !begins ? NULL : laglens_ask(controller, "parentViewController");
  if (name == 0 || (parent != NULL && !is_container(laglens_ask(parent, "class")))) return;
  struct laglens_event event = {.at_us = laglens_now_us(), .kind = LAGLENS_EVENT_SCREEN, .target = name};
  event.callback = (uint32_t)((uintptr_t)controller >> ADDRESS_SHIFT);
  event.what = VIEW_CONTROLLER | (begins ? LAGLENS_SCREEN_BEGINS : 0);
  laglens_events_put(&laglens_agent.memory->events, &event);
}

static void on_appear(laglens_id controller, laglens_selector selector, bool is_animated) {
  note(controller, true);
  appeared(controller, selector, is_animated);
}

static void on_disappear(laglens_id controller, laglens_selector selector, bool is_animated) {
  note(controller, false);
  disappeared(controller, selector, is_animated);
}

void laglens_screens_begin(void) {
  if (has_begun) return;
  has_begun = true;
  if (!laglens_objc_has() || laglens_objc.instance_method == NULL || laglens_objc.superclass == NULL) return;
  laglens_id controllers = laglens_objc.get_class("UIViewController");
  void *appear = controllers == NULL ? NULL : laglens_objc.instance_method(controllers, laglens_objc.selector("viewDidAppear:"));
  void *disappear = controllers == NULL ? NULL : laglens_objc.instance_method(controllers, laglens_objc.selector("viewDidDisappear:"));
  if (appear == NULL || disappear == NULL) return;
  for (int i = 0; i < CONTAINERS; i++) containers[i] = laglens_objc.get_class(container_names[i]);
  appeared = (appearance)laglens_objc.implementation(appear);
  disappeared = (appearance)laglens_objc.implementation(disappear);
  laglens_objc.set_implementation(appear, (void (*)(void))on_appear);
  laglens_objc.set_implementation(disappear, (void (*)(void))on_disappear);
}

void laglens_screens_report(struct laglens_agent *agent, const struct laglens_event *event) {
  laglens_screen_report(&agent->capture, event, string_of);
}

void laglens_screens_report_past(struct laglens_agent *agent) { laglens_screens_report_shown(&agent->capture, string_of); }
