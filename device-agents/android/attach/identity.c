#include "identity.h"

#include "../../core/facts/facts.h"
#include "../../core/text.h"
#include "../../linux/kernel.h"

#if defined(__aarch64__)
#define ABI "arm64-v8a"
#elif defined(__arm__)
#define ABI "armeabi-v7a"
#else
#define ABI "x86_64"
#endif

/* Name and version of the virtual machine in one line. */
static void runtime_name(struct laglens_agent *agent, char *out, size_t capacity) {
  char *text = NULL;
  size_t at = 0;
  out[0] = 0;
  if (jvmti_system_property(agent->jvmti, "java.vm.name", &text) == ERROR_NONE) {
    at = laglens_copy(out, capacity, text);
    jvmti_free(agent->jvmti, text);
  }
  if (jvmti_system_property(agent->jvmti, "java.vm.version", &text) == ERROR_NONE) {
    at = laglens_append(out, capacity, at, " ");
    laglens_append(out, capacity, at, text);
    jvmti_free(agent->jvmti, text);
  }
}

/* On Android the command line is the application id; a desktop virtual machine knows its main class. */
static void process_name(struct laglens_agent *agent, char *out, size_t capacity) {
  char *text = NULL;
  out[0] = 0;
  if (!agent->is_art && jvmti_system_property(agent->jvmti, "sun.java.command", &text) == ERROR_NONE) {
    laglens_copy(out, capacity, text);
    jvmti_free(agent->jvmti, text);
    for (char *c = out; *c != 0; c++) {
      if (*c == ' ') *c = 0;
    }
    return;
  }
  int fd = laglens_open_read("/proc/self/cmdline");
  if (fd < 0) return;
  long got = laglens_read(fd, out, capacity - 1);
  out[got > 0 ? got : 0] = 0;
  laglens_close(fd);
  size_t name = 0;
  /* A runtime that was started by hand has its path there. */
  for (size_t i = 0; out[0] == '/' && out[i] != 0; i++) name = out[i] == '/' ? i + 1 : name;
  for (size_t i = 0; name > 0 && (i == 0 || out[i - 1] != 0); i++) out[i] = out[name + i];
}

uint32_t laglens_api_level(const struct laglens_agent *agent, laglens_jni jni) {
  if (!agent->is_art) return 0;
  jclass version = jni_find_class(jni, "android/os/Build$VERSION");
  if (version == NULL) return 0;
  jfieldID field = jni_static_field(jni, version, "SDK_INT", "I");
  uint32_t level = field == NULL ? 0 : (uint32_t)jni_get_static_int(jni, version, field);
  jni_delete_local(jni, version);
  return level;
}

void laglens_introduce(struct laglens_agent *agent, laglens_jni jni) {
  char process[256], runtime[256];
  struct laglens_identity identity = {.abi = ABI, .os = agent->is_art ? "android" : "jvm", .api_level = laglens_api_level(agent, jni)};
  process_name(agent, process, sizeof process);
  runtime_name(agent, runtime, sizeof runtime);
  identity.process = process;
  identity.runtime = runtime;
  identity.abilities = agent->abilities;
  identity.ability_count = LAGLENS_ABILITIES;
  laglens_report_hello(&agent->capture, &identity);
}
