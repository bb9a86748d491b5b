/**
 * Paths that Windows reads as another computer or a device: `\\server\share`, `//server`, `\\?\UNC\server`, `\\.\pipe`, with any slashes. A
 * mere check of one connects, with the user's credentials. Source: Microsoft, “File path formats on Windows systems”.
 */
export function isRemotePath(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
