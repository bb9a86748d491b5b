/**
 * A path at which no program can ever be, for libraries that want one to start: absolute, so that neither the PATH nor the current
 * folder is searched for it.
 */
export function noProgram(platform: NodeJS.Platform): string {
  // A device has nothing below it; a name of Windows has no such signs (Microsoft, “Naming Files, Paths, and Namespaces”).
  return platform === 'win32' ? String.raw`C:\<laglens starts adb itself>\none.exe` : '/dev/null/laglens-starts-adb-itself';
}
