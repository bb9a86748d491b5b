/**
 * Whether a path leads to another computer or to a device where Windows reads it: `\\server\share`, `//server`, `\\?\UNC\server`,
 * `\\.\pipe`, in any mix of both slashes. Looking at such a path alone connects, with the user's credentials. Everywhere else two
 * slashes mean no more than one, and nobody writes them.
 * Source: Microsoft, “File path formats on Windows systems”.
 */
export function isRemotePath(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
