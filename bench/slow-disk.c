// For bench/slow-disk.mjs: a disk that takes SLOW_DISK_MS milliseconds longer to force a file to it. Loaded with LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
  const char *ms = getenv("SLOW_DISK_MS");
  usleep((ms ? atoi(ms) : 0) * 1000);
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
