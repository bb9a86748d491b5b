/** Adds all sessions of a folder to the lake `fleet`, as a POSIX shell or PowerShell reads it. */
export function makingCommand(sessions: string, isWindows: boolean): string {
  const folder = isWindows ? `'${sessions.replaceAll("'", "''")}'` : `'${sessions.replaceAll("'", `'\\''`)}'`;
  return `laglens lake add fleet ${folder}`;
}
