/* UIApplicationMain and the life of an app. Commands come line by line on standard input, and from `tmp/phone-commands` in the app's
   home when there is such a pipe: `open URL`, `background`, `foreground`, `memory-warning`, `track MS`, `animate MS`, `thermal STATE`,
   `low-power ON`, `appear CLASS`, `disappear CLASS`, `terminate`. Each is carried out by the main run loop, as events are. */
#include "uikit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../census.h"
#include "../foundation/cf.h"
#include "../libsystem/dispatch.h"
#include "../kernel/kernel.h"
#include "../foundation/objc.h"
#include "../foundation/objc_classes.h"
#include "../foundation/run_loop.h"
#include "layers.h"
#include "../dyld/symbols.h"
#include "../kernel/threads.h"
#include "../kernel/upper_bits.h"
#include "view_controllers.h"

static void *delegate, *application;

static void notify(const char *selector, const char *notification) {
  objc_send(delegate, selector, application, NULL);
  notification_post(notification);
}

static void track(double ms) {
  uint64_t until_ns = monotonic_ns() + (uint64_t)(ms * 1e6);
  while (monotonic_ns() < until_ns) run_loop_run(&tracking_mode, (double)(until_ns - monotonic_ns()) / 1e9, false);
}

static void terminate(void) {
  notify("applicationWillTerminate:", "UIApplicationWillTerminateNotification");
  census_write();
  exit(0);
}

static void carry_out(void *context) {
  char *line = context;
  if (strncmp(line, "open ", 5) == 0) objc_send(delegate, "application:openURL:options:", application, cf_string(line + 5));
  if (strncmp(line, "track ", 6) == 0) track(atof(line + 6));
  if (strncmp(line, "animate ", 8) == 0) layers_animate(atof(line + 8) / 1e3);
  if (strncmp(line, "appear ", 7) == 0) view_controllers_appear(line + 7);
  if (strncmp(line, "disappear ", 10) == 0) view_controllers_disappear(line + 10);
  if (strncmp(line, "thermal ", 8) == 0) objc_set_thermal_state(atol(line + 8));
  if (strncmp(line, "low-power ", 10) == 0) objc_set_low_power(atol(line + 10) != 0);
  if (strcmp(line, "terminate") == 0) terminate();
  if (strcmp(line, "memory-warning") == 0)
    notify("applicationDidReceiveMemoryWarning:", "UIApplicationDidReceiveMemoryWarningNotification");
  if (strcmp(line, "background") == 0) {
    notify("applicationWillResignActive:", "UIApplicationWillResignActiveNotification");
    notify("applicationDidEnterBackground:", "UIApplicationDidEnterBackgroundNotification");
  }
  if (strcmp(line, "foreground") == 0) {
    notify("applicationWillEnterForeground:", "UIApplicationWillEnterForegroundNotification");
    notify("applicationDidBecomeActive:", "UIApplicationDidBecomeActiveNotification");
  }
  free(line);
}

static void *listen_to_commands(void *file) {
  char *line = NULL;
  size_t room = 0;
  for (ssize_t length; (length = getline(&line, &room, file)) > 0;) {
    if (line[length - 1] == '\n') line[length - 1] = '\0';
    /* Not on main, which may be in a lag that lasts until its clock goes. */
    bool stops = strcmp(line, "clock stop") == 0;
    if (stops || strcmp(line, "clock start") == 0) clock_stop(stops);
    else dispatch_queue_async(dispatch_main_queue(), carry_out, strdup(line));
  }
  free(line);
  return NULL;
}

/* A thread of the system, not of the app. */
static void listen_to(FILE *file) {
  pthread_t thread;
  if (file != NULL && pthread_create(&thread, NULL, listen_to_commands, file) == 0) pthread_detach(thread);
}

/* Opened for writing, too: so it doesn't end when one writer is gone. */
static FILE *command_pipe(void) {
  char path[1024];
  struct stat facts;
  snprintf(path, sizeof path, "%s/tmp/phone-commands", getenv("HOME") == NULL ? "" : getenv("HOME"));
  return stat(path, &facts) == 0 && S_ISFIFO(facts.st_mode) ? fopen(path, "r+e") : NULL;
}

void uikit_begin(void) {
  thread_self()->queue = tagged(dispatch_main_queue());
  listen_to(stdin);
  listen_to(command_pipe());
}

static void finish_launching(void *info) {
  (void)info;
  objc_send(delegate, "application:willFinishLaunchingWithOptions:", application, NULL);
  objc_send(delegate, "application:didFinishLaunchingWithOptions:", application, NULL);
  notification_post("UIApplicationDidFinishLaunchingNotification");
  notify("applicationDidBecomeActive:", "UIApplicationDidBecomeActiveNotification");
}

/* Said once the launch is behind the app: when its run loop sleeps for the first time. */
static void say_ready(struct run_loop_item *observer, unsigned long activity, void *info) {
  (void)observer, (void)activity, (void)info;
  puts("ready");
  fflush(stdout);
}

static void run_in(const struct cf_string *mode, struct run_loop_item *item) {
  struct run_loop *loop = run_loop_main();
  atomic_fetch_or(&item->modes, 1u << run_loop_mode(loop, mode));
  loop->items[loop->item_count++] = item;
  item->loop = loop;
}

/* Launching happens in a mode of its own, which is not common; tracking of a finger is. */
static _Noreturn int application_main(int argc, char **argv, const void *principal, const struct cf_string *delegate_name) {
  (void)argc, (void)argv, (void)principal;
  struct run_loop *loop = run_loop_main();
  static struct run_loop_item launch = {.kind = SOURCE, .valid = true}, ready = {.kind = OBSERVER, .valid = true, .order = INT64_MAX};
  struct objc_class *class = delegate_name == NULL ? NULL : objc_class_named(delegate_name->text);
  application = objc_instance(&objc_object_class);
  delegate = class == NULL ? NULL : objc_send(objc_instance(class), "init", NULL, NULL);
  run_loop_make_common(loop, &default_mode);
  run_loop_make_common(loop, &tracking_mode);
  launch.source.perform = finish_launching;
  atomic_store(&launch.source.signalled, true);
  run_in(&initialization_mode, &launch);
  ready.observer.activities = BEFORE_WAITING;
  ready.observer.called = say_ready;
  run_in(&default_mode, &ready);
  run_loop_run(&initialization_mode, 1e9, true);
  for (;;) run_loop_run(&default_mode, 1e9, false);
}

const struct symbol uikit_symbols[] = {FUNCTION(UIApplicationMain, application_main), END_OF_SYMBOLS};
