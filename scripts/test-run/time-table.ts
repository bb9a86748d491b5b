/** Lint, type checks or set-up before the tests, and its milliseconds. */
export type Step = readonly [name: string, ms: number];

type Group = readonly [name: string, time: { readonly files: number; readonly ms: number; readonly cpuMs: number }];

/**
 * One line per step and group, then their sum: minutes by the clock, and of processors. Themes follow, as groups hold their files, too.
 */
export function timeTable(steps: readonly Step[], groups: readonly Group[], themes: readonly Group[] = []): string {
  const rows = [...steps.map(([name, ms]) => ({ name, ms, note: '' })), ...groups.map(rowOf)];
  const ms = rows.reduce((sum, row) => sum + row.ms, 0);
  const cpuMs = groups.reduce((sum, [, group]) => sum + group.cpuMs, 0);
  const withSum = [...rows, { name: 'all', ms, note: `by the clock, ${processors(cpuMs)}` }];
  const within = themes.map(rowOf).map((row) => ({ ...row, note: `of these ${row.note}` }));
  const lines = [...withSum, ...within].map((row) => `  ${row.name.padEnd(16)}${minutes(row.ms).padStart(7)}  ${row.note}`.trimEnd());
  return `\nMinutes by group; a moment that groups share is divided among them:\n${lines.join('\n')}\n\n`;
}

function rowOf([name, { files, ms, cpuMs }]: Group): { readonly name: string; readonly ms: number; readonly note: string } {
  return { name, ms, note: `${files === 1 ? '1 file' : `${files} files`}, ${processors(cpuMs)}` };
}

function processors(ms: number): string {
  return `${minutes(ms)} of processors`;
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
