/* The natives of android.os.MessageQueue: an eventfd to wake, one for touches, a timerfd for vsync, and poll(2). */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "looper.h"

static jfieldID queue_pointer;
static jclass touch_screen;
static jmethodID on_touch;

/* A touch code from here on is native work of so many milliseconds, as a game engine does in the looper. */
enum { NATIVE_WORK_CODE = 1000 };

static jlong native_init(JNIEnv *env UNUSED, jclass type UNUSED) {
  Looper *looper = calloc(1, sizeof *looper);
  if (looper == NULL) abort();
  looper->fds[WAKE_FD] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  looper->fds[INPUT_FD] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  looper->fds[VSYNC_FD] = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  return (jlong)looper;
}

static void native_destroy(JNIEnv *env UNUSED, jclass type UNUSED, jlong pointer) {
  Looper *looper = (Looper *)pointer;
  for (int i = 0; i < FD_COUNT; i++) close(looper->fds[i]);
  free(looper);
}

/* An eventfd takes a write unless it holds 2^64 - 2 already; then the reader is awake anyway. */
static void signal_fd(int fd, uint64_t value) {
  if (write(fd, &value, sizeof value) < 0) return;
}

static bool take(int fd, uint64_t *value) {
  return read(fd, value, sizeof *value) == sizeof *value;
}

static void native_wake(JNIEnv *env UNUSED, jclass type UNUSED, jlong pointer) {
  signal_fd(((Looper *)pointer)->fds[WAKE_FD], 1);
}

static jboolean native_is_polling(JNIEnv *env UNUSED, jclass type UNUSED, jlong pointer) {
  return ((Looper *)pointer)->polling;
}

static void native_set_fd_events(JNIEnv *env UNUSED, jclass type UNUSED, jlong pointer UNUSED, jint fd UNUSED, jint events UNUSED) {}

/* poll(2) is asked without a wait first, here anyway. */
static void native_skip_wait(JNIEnv *env UNUSED, jclass type UNUSED, jlong pointer UNUSED) {}

static void work_natively(int64_t duration_ns) {
  volatile uint64_t sum = 1;
  for (int64_t end_ns = monotonic_ns() + duration_ns; monotonic_ns() < end_ns;) {
    for (int i = 0; i < 1000; i++) sum = sum * 31 + (uint64_t)i;
  }
}

/* Touches are handled inside nativePollOnce, as on a phone: there is no Message for them. */
static void deliver_touch(JNIEnv *env, Looper *looper, uint64_t code) {
  if (looper->watched) truth_work_begins();
  if (code >= NATIVE_WORK_CODE) {
    truth_label("native", "", "");
    work_natively((int64_t)(code - NATIVE_WORK_CODE) * 1000 * 1000);
  } else {
    (*env)->CallStaticVoidMethod(env, touch_screen, on_touch, (jint)code);
  }
  if (looper->watched) truth_work_ends("input", false);
}

/* True when one of the descriptors became readable. */
static bool wait_for_work(Looper *looper, struct pollfd *polled, int timeout_ms) {
  for (int i = 0; i < FD_COUNT; i++) polled[i] = (struct pollfd){.fd = looper->fds[i], .events = POLLIN};
  int ready = poll(polled, FD_COUNT, 0);
  bool sleeps = ready == 0 && timeout_ms != 0;
  if (looper->watched) truth_work_ends("message", sleeps);
  if (sleeps) {
    looper->polling = true;
    ready = poll(polled, FD_COUNT, timeout_ms);
    looper->polling = false;
  }
  return ready > 0;
}

static void native_poll_once(JNIEnv *env, jobject queue UNUSED, jlong pointer, jint timeout_ms) {
  Looper *looper = (Looper *)pointer;
  struct pollfd polled[FD_COUNT];
  uint64_t value;
  bool ready = wait_for_work(looper, polled, timeout_ms);
  if (ready && (*env)->PushLocalFrame(env, 16) == 0) {
    if (polled[WAKE_FD].revents != 0) take(looper->fds[WAKE_FD], &value);
    if (polled[INPUT_FD].revents != 0 && take(looper->fds[INPUT_FD], &value)) deliver_touch(env, looper, value);
    if (polled[VSYNC_FD].revents != 0 && !(*env)->ExceptionCheck(env) && take(looper->fds[VSYNC_FD], &value)) {
      vsync_deliver(env, looper);
    }
    (*env)->PopLocalFrame(env, NULL);
  }
  if (looper->watched) truth_work_begins();
}

Looper *looper_of(JNIEnv *env, jobject message_queue) {
  return (Looper *)(*env)->GetLongField(env, message_queue, queue_pointer);
}

bool message_queue_prepare(JNIEnv *env, jclass touch_screen_class) {
  jclass queue = find_class(env, "android.os.MessageQueue");
  if (queue == NULL) return false;
  queue_pointer = (*env)->GetFieldID(env, queue, "mPtr", "J");
  touch_screen = (*env)->NewGlobalRef(env, touch_screen_class);
  on_touch = (*env)->GetStaticMethodID(env, touch_screen, "dispatchTouch", "(I)V");
  return queue_pointer != NULL && on_touch != NULL;
}

JNIEXPORT void JNICALL Java_com_example_phone_Natives_watch(JNIEnv *env, jclass type UNUSED, jobject queue) {
  looper_of(env, queue)->watched = true;
}

JNIEXPORT void JNICALL Java_com_example_phone_Natives_touch(JNIEnv *env, jclass type UNUSED, jobject queue, jint code) {
  signal_fd(looper_of(env, queue)->fds[INPUT_FD], (uint64_t)code);
}

BindingTable message_queue_bindings(void) {
  static const Binding bindings[] = {
      {"android.os.MessageQueue", "nativeInit", "()J", native_init},
      {NULL, "nativeDestroy", "(J)V", native_destroy},
      {NULL, "nativePollOnce", "(JI)V", native_poll_once},
      {NULL, "nativeWake", "(J)V", native_wake},
      {NULL, "nativeIsPolling", "(J)Z", native_is_polling},
      {NULL, "nativeSetFileDescriptorEvents", "(JII)V", native_set_fd_events},
      {NULL, "nativeSetSkipEpollWaitForZeroTimeout", "(J)V", native_skip_wait},
  };
  return BINDING_TABLE(bindings);
}
