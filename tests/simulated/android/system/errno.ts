/** Linux's error numbers with strerror's words. */
const errors = {
  ENOENT: [2, 'No such file or directory'],
  EACCES: [13, 'Permission denied'],
  EEXIST: [17, 'File exists'],
  ENOTDIR: [20, 'Not a directory'],
  EISDIR: [21, 'Is a directory'],
  EINVAL: [22, 'Invalid argument'],
  ENOSPC: [28, 'No space left on device'],
  EROFS: [30, 'Read-only file system'],
  ENOTEMPTY: [39, 'Directory not empty'],
} as const;

export type ErrnoName = keyof typeof errors;

/** A failed system call on the phone. */
export class PhoneErrno extends Error {
  readonly number: number;
  /** As `strerror` says it. */
  readonly text: string;

  constructor(name: ErrnoName) {
    super(name);
    [this.number, this.text] = errors[name];
  }
}
