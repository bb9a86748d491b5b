/* The natives of android.view.DisplayEventReceiver: a display of 60 Hz. API 26 to 30, 34 to 37. */
#include <sys/timerfd.h>
#include <time.h>

#include "looper.h"

#define RECEIVER "android/view/DisplayEventReceiver"
#define RECEIVER_DOTTED "android.view.DisplayEventReceiver"
#define WEAK "Ljava/lang/ref/WeakReference;"
#define QUEUE "Landroid/os/MessageQueue;"

static const int64_t PERIOD_NS = 16666667;

static jmethodID dispatch_vsync, get_referent;
static bool int_display; /* dispatchVsync(when, display, frame): the display is an int up to API 28 */
static struct {
  jfieldID interval, length, timelines; /* of VsyncEventData */
  jfieldID id, deadline, presentation; /* of its FrameTimeline */
} data_fields;

/* Fills the object that API 34's receiver keeps for this; NULL before. */
static jobject fill_vsync_data(JNIEnv *env, Looper *looper, int64_t at_ns) {
  if (looper->vsync_data == NULL || data_fields.interval == NULL) return NULL;
  jobject data = (*env)->NewLocalRef(env, looper->vsync_data);
  if (data == NULL) return NULL;
  (*env)->SetLongField(env, data, data_fields.interval, PERIOD_NS);
  if (data_fields.length != NULL) (*env)->SetIntField(env, data, data_fields.length, 1);
  jobjectArray timelines = (*env)->GetObjectField(env, data, data_fields.timelines);
  jobject timeline = (*env)->GetObjectArrayElement(env, timelines, 0);
  if ((*env)->ExceptionCheck(env) || timeline == NULL) return data;
  (*env)->SetLongField(env, timeline, data_fields.id, looper->frame);
  (*env)->SetLongField(env, timeline, data_fields.deadline, at_ns + PERIOD_NS);
  (*env)->SetLongField(env, timeline, data_fields.presentation, at_ns + 2 * PERIOD_NS);
  return data;
}

void vsync_deliver(JNIEnv *env, Looper *looper) {
  jobject receiver = (*env)->NewLocalRef(env, looper->receiver);
  if (receiver == NULL) return;
  jlong at_ns = looper->vsync_ns;
  jint frame = looper->frame;
  fill_vsync_data(env, looper, at_ns);
  if (int_display) {
    (*env)->CallVoidMethod(env, receiver, dispatch_vsync, at_ns, (jint)0, frame);
  } else {
    (*env)->CallVoidMethod(env, receiver, dispatch_vsync, at_ns, (jlong)0, frame);
  }
  looper->frame++;
}

static jlong connect_receiver(JNIEnv *env, jobject receiver, jobject data, jobject queue) {
  Looper *looper = looper_of(env, queue);
  looper->receiver = (*env)->NewWeakGlobalRef(env, (*env)->CallObjectMethod(env, receiver, get_referent));
  if (data != NULL) looper->vsync_data = (*env)->NewWeakGlobalRef(env, (*env)->CallObjectMethod(env, data, get_referent));
  return (jlong)looper;
}

static jlong init_26(JNIEnv *env, jclass type UNUSED, jobject receiver, jobject queue, jint source UNUSED) {
  return connect_receiver(env, receiver, NULL, queue);
}

static jlong init_30(JNIEnv *env, jclass type UNUSED, jobject receiver, jobject queue, jint source UNUSED, jint events UNUSED) {
  return connect_receiver(env, receiver, NULL, queue);
}

static jlong init_34(JNIEnv *env, jclass type UNUSED, jobject receiver, jobject data, jobject queue, jint source UNUSED, jint events UNUSED,
                     jlong layer UNUSED) {
  return connect_receiver(env, receiver, data, queue);
}

static jlong init_37(JNIEnv *env, jclass type UNUSED, jobject receiver, jobject data, jobject queue, jint events UNUSED, jlong layer UNUSED) {
  return connect_receiver(env, receiver, data, queue);
}

static void dispose(JNIEnv *env UNUSED, jclass type UNUSED, jlong pointer UNUSED) {}

static jlong no_finalizer(JNIEnv *env UNUSED, jclass type UNUSED) {
  return 0;
}

/* One vsync, at the next whole period of the monotonic clock. */
static void schedule_vsync(JNIEnv *env UNUSED, jclass type UNUSED, jlong pointer) {
  Looper *looper = (Looper *)pointer;
  int64_t at_ns = (monotonic_ns() / PERIOD_NS + 1) * PERIOD_NS;
  looper->vsync_ns = at_ns;
  struct itimerspec due = {.it_value = {.tv_sec = at_ns / 1000000000, .tv_nsec = at_ns % 1000000000}};
  timerfd_settime(looper->fds[VSYNC_FD], TFD_TIMER_ABSTIME, &due, NULL);
}

static jobject latest_data(JNIEnv *env, jclass type UNUSED, jlong pointer) {
  return fill_vsync_data(env, (Looper *)pointer, monotonic_ns() / PERIOD_NS * PERIOD_NS);
}

static jfieldID field(JNIEnv *env, jclass type, const char *name, const char *signature) {
  if (type == NULL) return NULL;
  jfieldID id = (*env)->GetFieldID(env, type, name, signature);
  if (id == NULL) (*env)->ExceptionClear(env);
  return id;
}

bool vsync_prepare(JNIEnv *env) {
  jclass receiver = find_class(env, RECEIVER_DOTTED);
  if (receiver == NULL) return false;
  dispatch_vsync = (*env)->GetMethodID(env, receiver, "dispatchVsync", "(JJI)V");
  if (dispatch_vsync == NULL) {
    (*env)->ExceptionClear(env);
    int_display = true;
    dispatch_vsync = (*env)->GetMethodID(env, receiver, "dispatchVsync", "(JII)V");
  }
  get_referent = (*env)->GetMethodID(env, find_class(env, "java.lang.ref.Reference"), "get", "()Ljava/lang/Object;");
  jclass data = find_class(env, RECEIVER_DOTTED "$VsyncEventData");
  jclass timeline = find_class(env, RECEIVER_DOTTED "$VsyncEventData$FrameTimeline");
  data_fields.interval = field(env, data, "frameInterval", "J");
  data_fields.length = field(env, data, "frameTimelinesLength", "I");
  data_fields.timelines = field(env, data, "frameTimelines", "[L" RECEIVER "$VsyncEventData$FrameTimeline;");
  data_fields.id = field(env, timeline, "vsyncId", "J");
  data_fields.deadline = field(env, timeline, "deadline", "J");
  data_fields.presentation = field(env, timeline, "expectedPresentationTime", "J");
  return dispatch_vsync != NULL;
}

BindingTable vsync_bindings(void) {
  static const Binding bindings[] = {
      {RECEIVER_DOTTED, "nativeInit", "(" WEAK QUEUE "I)J", init_26},
      {NULL, "nativeInit", "(" WEAK QUEUE "II)J", init_30},
      {NULL, "nativeInit", "(" WEAK WEAK QUEUE "IIJ)J", init_34},
      {NULL, "nativeInit", "(" WEAK WEAK QUEUE "IJ)J", init_37},
      {NULL, "nativeDispose", "(J)V", dispose},
      {NULL, "nativeScheduleVsync", "(J)V", schedule_vsync},
      {NULL, "nativeGetLatestVsyncEventData", "(J)L" RECEIVER "$VsyncEventData;", latest_data},
      {NULL, "nativeGetDisplayEventReceiverFinalizer", "()J", no_finalizer},
  };
  return BINDING_TABLE(bindings);
}
