// run-as PACKAGE [--user N] COMMAND…: setuid root, becomes the app's user in the app's data folder.
// Order and words of its refusals: AOSP system/core/run-as/run-as.cpp. SELinux's domain and capabilities are left out.
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AID_ROOT = 0, AID_SHELL = 2000, FIRST_APP = 10000, PER_USER = 100000 };

// The shell's groups that an app's tools keep: log, adb, inet.
static const gid_t groups[] = {1007, 1011, 3003};

struct package {
  unsigned uid;
  int debuggable;
};

static _Noreturn void refuse(int error, const char *format, ...) {
  va_list words;
  va_start(words, format);
  fputs("run-as: ", stderr);
  vfprintf(stderr, format, words);
  va_end(words);
  if (error != 0) fprintf(stderr, ": %s", strerror(error));
  fputc('\n', stderr);
  exit(1);
}

// A line of packages.list: name, user id, 1 if debuggable, data folder, more.
static bool find_package(const char *name, struct package *found) {
  FILE *list = fopen("/data/system/packages.list", "re");
  if (list == NULL) refuse(errno, "couldn't open file /data/system/packages.list");
  char line[4096], each[512];
  bool is_found = false;
  while (!is_found && fgets(line, sizeof line, list) != NULL)
    is_found = sscanf(line, "%511s %u %d", each, &found->uid, &found->debuggable) == 3 && strcmp(each, name) == 0;
  fclose(list);
  return is_found;
}

static void check_folder(const char *home, unsigned uid) {
  struct stat facts;
  if (stat(home, &facts) != 0) refuse(errno, "couldn't stat %s", home);
  if (!S_ISDIR(facts.st_mode)) refuse(0, "%s not a directory", home);
  if (facts.st_uid != uid || facts.st_gid != uid) refuse(0, "%s has wrong owner: %u/%u, not %u", home, facts.st_uid, facts.st_gid, uid);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fputs("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n\n", stderr);
    return 1;
  }
  if (getuid() != AID_SHELL && getuid() != AID_ROOT) refuse(0, "only 'shell' or 'root' users can run this program");
  const char *name = argv[1];
  int command = 2, user = 0;
  if (argc >= 4 && strcmp(argv[2], "--user") == 0) {
    char *end;
    user = (int)strtol(argv[3], &end, 10);
    if (*end != '\0' || user < 0) refuse(0, "bad user id: %s", argv[3]);
    command = 4;
  }
  struct package package;
  if (!find_package(name, &package)) refuse(0, "unknown package: %s", name);
  if (package.uid < FIRST_APP) refuse(0, "package not an application: %s", name);
  if (!package.debuggable) refuse(0, "package not debuggable: %s", name);

  char home[640];
  snprintf(home, sizeof home, "/data/user/%d/%s", user, name);
  const unsigned uid = (unsigned)user * PER_USER + package.uid;
  check_folder(home, uid);
  if (setgroups(sizeof groups / sizeof *groups, groups) != 0 || setresgid(uid, uid, uid) != 0 || setresuid(uid, uid, uid) != 0)
    refuse(errno, "couldn't set user and groups to %u", uid);
  if (chdir(home) != 0) refuse(errno, "couldn't chdir to package's data directory");
  setenv("HOME", home, 1);
  setenv("SHELL", "/system/bin/sh", 1);
  setenv("TMPDIR", "/data/local/tmp", 1);
  if (command >= argc) {
    execl("/system/bin/sh", "sh", (char *)NULL);
    refuse(errno, "exec failed");
  }
  execvp(argv[command], argv + command);
  refuse(errno, "exec failed for %s", argv[command]);
}
