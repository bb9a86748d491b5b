/* Error numbers: Darwin's own for what Linux numbers otherwise (bsd/sys/errno.h). */
#include <errno.h>

#include "kernel.h"

static _Thread_local int darwin_error;

int *darwin_errno_place(void) { return &darwin_error; }

int darwin_errno(int number) {
  static const struct {
    int linux_number, darwin_number;
  } different[] = {
      {EAGAIN, 35},       {EINPROGRESS, 36},  {EALREADY, 37},      {ENOTSOCK, 38},   {EADDRINUSE, 48}, {EADDRNOTAVAIL, 49},
      {ENETUNREACH, 51},  {ECONNABORTED, 53}, {ECONNRESET, 54},    {ENOBUFS, 55},    {EISCONN, 56},    {ENOTCONN, 57},
      {ETIMEDOUT, 60},    {ECONNREFUSED, 61}, {ENAMETOOLONG, 63},  {ENOTEMPTY, 66},  {ENOSYS, 78},     {EDEADLK, 11},
      {EAFNOSUPPORT, 47}, {EOPNOTSUPP, 102},  {EPROTONOSUPPORT, 43}, {EOVERFLOW, 84},
  };
  for (unsigned i = 0; i < sizeof different / sizeof *different; i++)
    if (different[i].linux_number == number) return different[i].darwin_number;
  return number;
}

long failed(void) {
  darwin_error = darwin_errno(errno);
  return -1;
}
