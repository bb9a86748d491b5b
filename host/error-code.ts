/** Code of a system call's failure, as `ENOENT`; undefined for any other error. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
