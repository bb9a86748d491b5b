#ifndef LAGLENS_DEMO_LOOPER_H
#define LAGLENS_DEMO_LOOPER_H

#include <jni.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNUSED __attribute__((unused))

/* One native method: several in a row may share a class; those that an Android release does not have are skipped. */
typedef struct {
  const char *class_name; /* dotted; NULL: the same class as the entry before */
  const char *name;
  const char *signature;
  void *function;
} Binding;

typedef struct {
  const Binding *bindings;
  size_t count;
} BindingTable;

#define BINDING_TABLE(array) ((BindingTable){array, sizeof(array) / sizeof *(array)})

BindingTable message_queue_bindings(void);
BindingTable vsync_bindings(void);
BindingTable process_bindings(void);
BindingTable system_bindings(void);
BindingTable services_bindings(void);

/* What poll(2) watches for one MessageQueue, in the order in which it is served. */
enum { WAKE_FD, INPUT_FD, VSYNC_FD, FD_COUNT };

/* The native half of one android.os.MessageQueue. */
typedef struct {
  int fds[FD_COUNT];
  volatile bool polling;
  bool watched; /* its spans of work go to the truth file */
  jweak receiver; /* the DisplayEventReceiver on this queue */
  jweak vsync_data; /* its VsyncEventData, API 34 */
  int64_t vsync_ns; /* when the vsync that was asked for is due */
  int frame;
} Looper;

/* Looks up what the natives need of the framework's classes; false when a class is not as expected. */
bool message_queue_prepare(JNIEnv *env, jclass touch_screen);
bool vsync_prepare(JNIEnv *env);

/* The class without running its static initialiser (JNI's FindClass would, too early); NULL when there is none. */
jclass find_class(JNIEnv *env, const char *dotted_name);

/* The queue's native half. */
Looper *looper_of(JNIEnv *env, jobject message_queue);

/* Signals the Choreographer that the vsync it asked for has come. */
void vsync_deliver(JNIEnv *env, Looper *looper);

int64_t monotonic_ns(void);

/* The truth: how long the watched queue's thread worked without a pause, by the clock of System.nanoTime. */
bool truth_open(const char *path);
/* Names the piece of work that is going on, its thread and the screen in front; the last two may be empty. */
void truth_label(const char *label, const char *thread, const char *screen);
/* Who held what the piece waited for, from its own holder on with commas between, and who gave it. */
void truth_waited(const char *owners, const char *waker);
void truth_work_begins(void);
void truth_work_ends(const char *what, bool sleeps); /* sleeps: the thread now waits for work */

#endif
