/* The main bundle: its identifier comes from the command line, or from Info.plist beside the executable. */
#include <stdio.h>
#include <string.h>

#include "../dyld/libraries.h"
#include "cf.h"
#include "../dyld/symbols.h"

static char identifier[256];
static int main_bundle;

void bundle_set_identifier(const char *given) { snprintf(identifier, sizeof identifier, "%s", given); }

/* A property list as XML: the string behind the key. */
static void read_info(void) {
  char path[MAX_PATH + 16], text[16384];
  const char *executable = libraries_at(0)->path, *slash = strrchr(executable, '/');
  snprintf(path, sizeof path, "%.*sInfo.plist", slash == NULL ? 0 : (int)(slash - executable + 1), executable);
  FILE *file = fopen(path, "re");
  if (file == NULL) return;
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  const char *key = strstr(text, "<key>CFBundleIdentifier</key>"), *value = key == NULL ? NULL : strstr(key, "<string>");
  if (value != NULL) sscanf(value, "<string>%255[^<]", identifier);
}

const char *bundle_identifier(void) {
  if (identifier[0] == '\0') read_info();
  return identifier;
}

static void *get_main_bundle(void) { return &main_bundle; }

static const struct cf_string *get_identifier(void *bundle) {
  static const struct cf_string *string;
  (void)bundle;
  if (string == NULL && *bundle_identifier() != '\0') string = cf_string(bundle_identifier());
  return string;
}

const struct symbol cf_bundle_symbols[] = {
    FUNCTION(CFBundleGetMainBundle, get_main_bundle), FUNCTION(CFBundleGetIdentifier, get_identifier), END_OF_SYMBOLS};
