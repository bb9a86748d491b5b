/* The little of JNI and JVMTI that the agent uses, declared afresh from their specifications: the JDK's own headers carry a
 * licence that this project does not. Each slot is named with its index in the function table:
 *   https://docs.oracle.com/en/java/javase/17/docs/specs/jni/functions.html ("Index n in the JNIEnv interface function table")
 *   https://docs.oracle.com/en/java/javase/17/docs/specs/jvmti.html (the number in the right margin of each function)
 * A test compares every index with the headers of a JDK, where there is one. */
#ifndef LAGLENS_VM_TYPES_H
#define LAGLENS_VM_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct laglens_vm_object *jobject;
typedef jobject jclass;
typedef jobject jthread;
typedef struct laglens_vm_method *jmethodID;
typedef struct laglens_vm_field *jfieldID;

/* An environment points to its function table; a function is called as `(*env)[slot](env, …)`. */
typedef void *const *laglens_table;
typedef laglens_table *laglens_vm;    /* JavaVM * */
typedef laglens_table *laglens_jni;   /* JNIEnv * */
typedef laglens_table *laglens_jvmti; /* jvmtiEnv * */

typedef union {
  uint8_t z;
  int32_t i;
  int64_t j;
  jobject l;
} laglens_jvalue;

struct laglens_native_method { /* JNINativeMethod */
  const char *name;
  const char *signature;
  void *function;
};

struct laglens_frame { /* jvmtiFrameInfo */
  jmethodID method;
  int64_t location;
};

struct laglens_line_number { /* jvmtiLineNumberEntry */
  int64_t start_location;
  int32_t line_number;
};

struct laglens_thread_info { /* jvmtiThreadInfo */
  char *name;
  int32_t priority;
  uint8_t is_daemon;
  jobject thread_group;
  jobject context_class_loader;
};

struct laglens_thread_group_info { /* jvmtiThreadGroupInfo */
  jobject parent;
  char *name;
  int32_t max_priority;
  uint8_t is_daemon;
};

struct laglens_monitor_usage { /* jvmtiMonitorUsage */
  jthread owner;
  int32_t entry_count;
  int32_t waiter_count;
  jthread *waiters;
  int32_t notify_waiter_count;
  jthread *notify_waiters;
};

struct laglens_capabilities { /* jvmtiCapabilities: bit n of the specification's list is bit n % 8 of byte n / 8 */
  uint8_t byte[16];
};

/* Bits of jvmtiCapabilities. */
enum {
  CAN_GET_BYTECODES = 3,
  CAN_GET_CURRENT_CONTENDED_MONITOR = 6,
  CAN_GET_MONITOR_INFO = 7,
  CAN_GET_SOURCE_FILE_NAME = 11,
  CAN_GET_LINE_NUMBERS = 12,
  CAN_GET_SOURCE_DEBUG_EXTENSION = 13,
  CAN_GENERATE_MONITOR_EVENTS = 28,
  CAN_GENERATE_VM_OBJECT_ALLOC_EVENTS = 29,
  CAN_GENERATE_GARBAGE_COLLECTION_EVENTS = 31
};

/* jvmtiEvent; jvmtiEventCallbacks holds them in this order, from the first. */
enum {
  EVENT_FIRST = 50,
  EVENT_VM_INIT = 50,
  EVENT_VM_DEATH = 51,
  EVENT_THREAD_START = 52,
  EVENT_THREAD_END = 53,
  EVENT_MONITOR_WAIT = 73,
  EVENT_MONITOR_WAITED = 74,
  EVENT_MONITOR_CONTENDED_ENTER = 75,
  EVENT_MONITOR_CONTENDED_ENTERED = 76,
  EVENT_GARBAGE_COLLECTION_START = 81,
  EVENT_GARBAGE_COLLECTION_FINISH = 82,
  EVENT_VM_OBJECT_ALLOC = 84,
  EVENT_LAST_USED = 84
};

/* Bits of GetThreadState. */
enum {
  THREAD_STATE_RUNNABLE = 0x4,
  THREAD_STATE_SLEEPING = 0x40,
  THREAD_STATE_WAITING = 0x80,
  THREAD_STATE_IN_OBJECT_WAIT = 0x100,
  THREAD_STATE_PARKED = 0x200,
  THREAD_STATE_BLOCKED_ON_MONITOR_ENTER = 0x400,
  THREAD_STATE_SUSPENDED = 0x100000,
  THREAD_STATE_IN_NATIVE = 0x400000
};

enum {
  JNI_VERSION = 0x00010006,          /* 1.6 */
  JVMTI_VERSION = 0x30010200,        /* JVMTI 1.2 */
  ART_TI_VERSION = 0x70010200,       /* kArtTiVersion: what ART gives to a process that is not fully debuggable */
  ERROR_NONE = 0,
  ERROR_THREAD_NOT_ALIVE = 15,
  ERROR_ILLEGAL_ARGUMENT = 103,
  MODE_ENABLE = 1,
  MODE_DISABLE = 0,
  PRIORITY_MAX = 10
};

#endif
