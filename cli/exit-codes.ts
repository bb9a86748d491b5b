import { featureExits } from './features.ts';

export const exits = { done: 0, failed: 1, wrongArguments: 2, interrupted: 130 } as const;

interface Exit {
  readonly code: number | 'N';
  readonly meanings: readonly string[];
}

function exit(code: number, ...meanings: readonly string[]): Exit {
  return { code, meanings: [...meanings, ...featureExits.filter((each) => each.code === code).map(({ meaning }) => meaning)] };
}

/** All exit codes, for `laglens --help` and docs/cli.md. */
export const exitCodes: readonly Exit[] = [
  exit(exits.done, 'done'),
  exit(exits.failed, 'an error', 'diagnose: a step failed'),
  exit(exits.wrongArguments, 'wrong arguments'),
  exit(exits.interrupted, 'interrupted before there was a result'),
  { code: 'N', meanings: ['record --scenario: the exit code of the command'] },
];

/** Lines for a terminal. */
export function exitCodeLines(): string {
  return exitCodes
    .flatMap(({ code, meanings }) => meanings.map((meaning, at) => `  ${(at === 0 ? String(code) : '').padEnd(4)} ${meaning}`))
    .join('\n');
}
