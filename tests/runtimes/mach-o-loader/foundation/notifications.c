/* The local notification centre: observers are called in the thread that posts. */
#include <pthread.h>
#include <string.h>

#include "cf.h"
#include "../dyld/symbols.h"

typedef void (*notification_callback)(void *center, void *observer, const struct cf_string *name, const void *object, const void *info);

static struct {
  const void *observer, *object;
  notification_callback callback;
  char name[128];
} observers[64];
static unsigned observer_count;
static int local_center;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *get_local_center(void) { return &local_center; }

static void add_observer(void *center, const void *observer, notification_callback callback, const struct cf_string *name,
                         const void *object, long behaviour) {
  (void)center, (void)behaviour;
  pthread_mutex_lock(&lock);
  if (observer_count < sizeof observers / sizeof *observers) {
    observers[observer_count].observer = observer;
    observers[observer_count].object = object;
    observers[observer_count].callback = callback;
    strncpy(observers[observer_count].name, name == NULL ? "" : name->text, sizeof observers->name - 1);
    observer_count++;
  }
  pthread_mutex_unlock(&lock);
}

/* Its place stays, and is never called again. */
static void remove_observer(void *center, const void *observer, const struct cf_string *name, const void *object) {
  (void)center, (void)object;
  pthread_mutex_lock(&lock);
  for (unsigned i = 0; i < observer_count; i++)
    if (observers[i].observer == observer && (name == NULL || strcmp(observers[i].name, name->text) == 0)) observers[i].callback = NULL;
  pthread_mutex_unlock(&lock);
}

static void remove_every_observer(void *center, const void *observer) { remove_observer(center, observer, NULL, NULL); }

static void post(const struct cf_string *name, const void *object, const void *info) {
  for (unsigned i = 0; i < observer_count; i++) {
    bool wanted = observers[i].name[0] == '\0' || strcmp(observers[i].name, name->text) == 0;
    if (wanted && observers[i].callback != NULL) observers[i].callback(&local_center, (void *)observers[i].observer, name, object, info);
  }
}

void notification_post(const char *name) { post(cf_string(name), NULL, NULL); }

static void post_notification(void *center, const struct cf_string *name, const void *object, const void *info, unsigned char at_once) {
  (void)center, (void)at_once;
  post(name, object, info);
}

const struct symbol notification_symbols[] = {
    FUNCTION(CFNotificationCenterGetLocalCenter, get_local_center),
    FUNCTION(CFNotificationCenterAddObserver, add_observer),
    FUNCTION(CFNotificationCenterRemoveObserver, remove_observer),
    FUNCTION(CFNotificationCenterRemoveEveryObserver, remove_every_observer),
    FUNCTION(CFNotificationCenterPostNotification, post_notification),
    END_OF_SYMBOLS,
};
