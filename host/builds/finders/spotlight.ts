import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dsymFiles } from '../../folders/dsym.ts';
import type { Finder } from '../../folders/finder.ts';

const execute = promisify(execFile);
const TIMEOUT_MS = 10_000;

/** Runs a system program and gives its output. */
export type RunProgram = (program: string, argv: readonly string[]) => Promise<string>;

/** dSYM bundles anywhere on a Mac, by Spotlight's index of UUIDs. */
export function spotlight(run: RunProgram = runProgram): Finder {
  return {
    place: "Spotlight's index of dSYM bundles",
    async *candidates() {},
    async *forImage({ id }, report) {
      if (!/^[0-9a-f]{32}$/.test(id)) return;
      const uuid = id.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      let printed = '';
      try {
        printed = await run('mdfind', ['-0', `com_apple_xcode_dsym_uuids == ${uuid}`]);
      } catch (error) {
        report.problem(`Spotlight couldn't be asked: ${error instanceof Error ? error.message : error}.`);
      }
      for (const bundle of printed.split('\0').filter((path) => path.endsWith('.dSYM'))) yield* dsymFiles(bundle, 'Spotlight', report);
    },
  };
}

async function runProgram(program: string, argv: readonly string[]): Promise<string> {
  return (await execute(program, argv, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: 1 << 20 })).stdout;
}
