/* Clocks, ids and priorities of this process: android.os.SystemClock, android.os.Process, libcore.io.Linux, dalvik.system.VMDebug. */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "looper.h"

static int64_t clock_ns(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* Without parameters: ART calls some of these as @CriticalNative, without JNIEnv and class. */
static jlong uptime_ms(void) { return clock_ns(CLOCK_MONOTONIC) / 1000000; }
static jlong uptime_ns(void) { return clock_ns(CLOCK_MONOTONIC); }
static jlong since_boot_ms(void) { return clock_ns(CLOCK_BOOTTIME) / 1000000; }
static jlong since_boot_ns(void) { return clock_ns(CLOCK_BOOTTIME); }
static jlong thread_cpu_ms(void) { return clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1000000; }
static jlong thread_cpu_us(void) { return clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1000; }
static jlong process_cpu_ms(void) { return clock_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000000; }
static jlong wall_clock_us(void) { return clock_ns(CLOCK_REALTIME) / 1000; }
static jint thread_id(void) { return (jint)syscall(SYS_gettid); }
static jint process_id(void) { return getpid(); }
static jint user_id(void) { return (jint)getuid(); }

/* Only root may raise a priority; the demo runs without. */
static void set_priority(JNIEnv *env UNUSED, jclass type UNUSED, jint thread, jint priority) {
  setpriority(PRIO_PROCESS, (id_t)thread, priority < 0 ? 0 : priority);
}

static void set_own_priority(JNIEnv *env, jclass type, jint priority) {
  set_priority(env, type, 0, priority);
}

static jint get_priority(JNIEnv *env UNUSED, jclass type UNUSED, jint thread) {
  return getpriority(PRIO_PROCESS, (id_t)thread);
}

/* The runtime's own debugger, which a desktop JVM lacks. Without a native each question is an exception, at which jdb stops all threads. */
static jboolean is_debugger_connected(void) { return JNI_FALSE; }

BindingTable process_bindings(void) {
  static const Binding bindings[] = {
      {"android.os.SystemClock", "uptimeMillis", "()J", uptime_ms},
      {NULL, "uptimeNanos", "()J", uptime_ns},
      {NULL, "elapsedRealtime", "()J", since_boot_ms},
      {NULL, "elapsedRealtimeNanos", "()J", since_boot_ns},
      {NULL, "currentThreadTimeMillis", "()J", thread_cpu_ms},
      {NULL, "currentThreadTimeMicro", "()J", thread_cpu_us},
      {NULL, "currentTimeMicro", "()J", wall_clock_us},
      {"android.os.Process", "getElapsedCpuTime", "()J", process_cpu_ms},
      {NULL, "setThreadPriority", "(I)V", set_own_priority},
      {NULL, "setThreadPriority", "(II)V", set_priority},
      {NULL, "setThreadPriorityNative", "(II)V", set_priority},
      {NULL, "getThreadPriority", "(I)I", get_priority},
      {NULL, "myTid", "()I", thread_id},
      {NULL, "myPid", "()I", process_id},
      {NULL, "myUid", "()I", user_id},
      {"libcore.io.Linux", "gettid", "()I", thread_id},
      {NULL, "getpid", "()I", process_id},
      {NULL, "getuid", "()I", user_id},
      {NULL, "nativeGettid", "()I", thread_id},
      {NULL, "nativeGetpid", "()I", process_id},
      {NULL, "nativeGetuid", "()I", user_id},
      {"dalvik.system.VMDebug", "isDebuggerConnected", "()Z", is_debugger_connected},
  };
  return BINDING_TABLE(bindings);
}
