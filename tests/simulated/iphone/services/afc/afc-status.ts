/** AFC's own error numbers (libimobiledevice, include/libimobiledevice/afc.h). */
export const Status = {
  ok: 0,
  unknownError: 1,
  noResources: 3,
  invalidArgument: 7,
  notFound: 8,
  isFolder: 9,
  noPermission: 10,
  exists: 16,
  notSupported: 15,
  noSpace: 18,
  notEmpty: 33,
} as const;

const byErrno: Readonly<Record<string, number>> = {
  ENOENT: Status.notFound,
  ENOTDIR: Status.invalidArgument,
  EISDIR: Status.isFolder,
  EEXIST: Status.exists,
  ENOTEMPTY: Status.notEmpty,
  EACCES: Status.noPermission,
  EPERM: Status.noPermission,
  EBADF: Status.invalidArgument,
  ENOSPC: Status.noSpace,
};

/** AFC's number of a file system error. @throws other errors unchanged */
export function statusOf(error: unknown): number {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
  return byErrno[error.code] ?? Status.unknownError;
}
