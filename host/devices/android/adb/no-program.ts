/** An absolute path where no program can be, so libraries search neither PATH nor the current folder. */
export function noProgram(platform: NodeJS.Platform): string {
  // Devices contain no files, and Windows forbids these characters (Microsoft, “Naming Files, Paths, and Namespaces”).
  return platform === 'win32' ? String.raw`C:\<laglens starts adb itself>\none.exe` : '/dev/null/laglens-starts-adb-itself';
}
