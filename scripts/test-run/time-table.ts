/** Lint, type checks or set-up before the tests, and its milliseconds. */
export type Step = readonly [name: string, ms: number];

const STEPS = 'LAGLENS_TEST_STEPS';

/** Passes steps to the test runner as an environment variable. */
export function handSteps(steps: readonly Step[]): Readonly<Record<string, string>> {
  return { [STEPS]: JSON.stringify(steps) };
}

/** None if the test runner was started by hand. */
export function takeSteps(environment: NodeJS.ProcessEnv): readonly Step[] {
  const steps: unknown = JSON.parse(environment[STEPS] ?? '[]');
  return Array.isArray(steps) ? steps.filter(isStep) : [];
}

function isStep(value: unknown): value is Step {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && typeof value[1] === 'number';
}

type Group = readonly [name: string, time: { readonly files: number; readonly ms: number }];

/** One line per step and group, then their sum: minutes by the clock. Themes follow, as groups hold their files, too. */
export function timeTable(steps: readonly Step[], groups: readonly Group[], themes: readonly Group[] = []): string {
  const rows = [...steps.map(([name, ms]) => ({ name, ms, note: '' })), ...groups.map(rowOf)];
  const ms = rows.reduce((sum, row) => sum + row.ms, 0);
  const withSum = [...rows, { name: 'all', ms, note: 'by the clock' }];
  const within = themes.map(rowOf).map((row) => ({ ...row, note: `${row.note} of these` }));
  const lines = [...withSum, ...within].map((row) => `  ${row.name.padEnd(16)}${minutes(row.ms).padStart(7)}  ${row.note}`.trimEnd());
  return `\nMinutes by group; a moment that groups share is divided among them:\n${lines.join('\n')}\n\n`;
}

function rowOf([name, { files, ms }]: Group): { readonly name: string; readonly ms: number; readonly note: string } {
  return { name, ms, note: files === 1 ? '1 file' : `${files} files` };
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
