#include "identity.h"

#include "../../core/text.h"
#include "../darwin/core_foundation.h"
#include "../darwin/libc.h"
#include "target.h"

#if defined(__aarch64__)
#define ABI "arm64"
#else
#define ABI "x86_64"
#endif
#if LAGLENS_SIMULATOR
#define OS "ios-simulator"
#else
#define OS "ios"
#endif

static char bundle_id[256];

void laglens_identity_begin(void) {
  laglens_cf_bundle bundle = laglens_sys_CFBundleGetMainBundle();
  laglens_cf_string id = bundle == NULL ? NULL : laglens_sys_CFBundleGetIdentifier(bundle);
  bool fits = id != NULL && laglens_sys_CFStringGetCString(id, bundle_id, sizeof bundle_id, LAGLENS_CF_UTF8) != 0;
  if (!fits) laglens_copy(bundle_id, sizeof bundle_id, laglens_sys_getprogname());
}

const char *laglens_bundle_id(void) { return bundle_id; }

static void ask_system(const char *name, char *text, size_t capacity) {
  size_t bytes = capacity - 1;
  text[laglens_sys_sysctlbyname(name, text, &bytes, NULL, 0) == 0 && bytes < capacity ? bytes : 0] = 0;
}

/* In a simulator the kernel is the Mac's; what is simulated stands in the environment. */
static void describe(const char *variable, const char *name, char *text, size_t capacity) {
  const char *simulated = laglens_sys_getenv(variable);
  if (simulated != NULL) laglens_copy(text, capacity, simulated);
  else ask_system(name, text, capacity);
}

/* Version, build and model in one line. */
static void runtime_name(char *text, size_t capacity) {
  char part[64];
  size_t at = laglens_copy(text, capacity, "iOS ");
  describe("SIMULATOR_RUNTIME_VERSION", "kern.osproductversion", part, sizeof part);
  at = laglens_append(text, capacity, at, part);
  describe("SIMULATOR_RUNTIME_BUILD_VERSION", "kern.osversion", part, sizeof part);
  at = laglens_append(text, capacity, at, " (");
  at = laglens_append(text, capacity, at, part);
  at = laglens_append(text, capacity, at, ") ");
  describe("SIMULATOR_MODEL_IDENTIFIER", "hw.machine", part, sizeof part);
  laglens_append(text, capacity, at, part);
}

void laglens_introduce(struct laglens_agent *agent) {
  char runtime[256];
  runtime_name(runtime, sizeof runtime);
  struct laglens_identity identity = {
      .process = bundle_id,
      .abi = ABI,
      .os = OS,
      .runtime = runtime,
      .abilities = agent->abilities,
      .ability_count = LAGLENS_ABILITIES,
  };
  laglens_report_hello(&agent->capture, &identity);
}
