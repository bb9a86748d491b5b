import { isWithin } from '../../../scripts/test-run/choose-files.ts';
import { type LeftOut, leftOut } from './left-out.ts';
import type { FileRun } from './verdict.ts';

/** What a run in Windows' Node says of the product. */
export interface Judged {
  readonly passed: number;
  /** Tests that failed as they are listed to. */
  readonly known: number;
  /** For people: a test that failed, passed although it is listed, or never ran. */
  readonly problems: readonly string[];
}

/** Why a file does not run in Windows' Node; undefined if it does. */
export function reasonAgainst(file: string, list: readonly LeftOut[] = leftOut): string | undefined {
  return list.find(({ path, tests }) => tests === undefined && isWithin(file, path))?.why;
}

/** @param files that were to run */
export function judge(files: readonly string[], runs: readonly FileRun[], list: readonly LeftOut[] = leftOut): Judged {
  const problems: string[] = [];
  const ran = new Set(runs.map(({ file }) => file));
  for (const file of files) if (!ran.has(file)) problems.push(`${file} never ended`);
  let passed = 0;
  let known = 0;
  for (const { file, verdicts, broke } of runs) {
    if (broke !== '') problems.push(`${file} broke off: ${broke}`);
    if (verdicts.length === 0) problems.push(`${file} has no verdict`);
    const names = list.filter(({ path, tests }) => tests !== undefined && path === file).flatMap(({ tests = [] }) => tests);
    const met = new Set<string>();
    for (const verdict of verdicts) {
      const name = names.find((each) => verdict.name.startsWith(each));
      if (verdict.passed) passed++;
      else if (name === undefined) problems.push(`${file}: ${verdict.name}\n${verdict.failure}`);
      else {
        met.add(name);
        known++;
      }
    }
    for (const name of names) if (!met.has(name)) problems.push(`${file}: “${name}” is listed as failing, but did not fail`);
  }
  return { passed, known, problems };
}
