/**
 * `npm run mutants [-- NAME…]`: whether the tests notice the faults of tests/mutants, each put into a clone of the last commit. A line per
 * fault on standard output. Exit code 1 if one is not noticed, does not build or no longer applies.
 */
import { fileURLToPath } from 'node:url';
import { mutants } from '../tests/mutants/mutants.ts';
import { changedFiles } from './check/changed-files.ts';
import { type MutantResult, tryMutants } from './mutants/try-mutants.ts';
import { prepareFor } from './setup/prepare.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string): unknown => process.stderr.write(`${line}\n`);

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown !== undefined) {
    say(`There is no mutant named ${unknown}. Mutants are: ${mutants.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const chosen = names.length === 0 ? mutants : mutants.filter(({ name }) => names.includes(name));
  if ((await changedFiles(root, 'HEAD')).length > 0) say('Changes since the last commit are left out.');
  await prepareFor([...new Set(chosen.flatMap(({ tests }) => tests))], say);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());
  const results: MutantResult[] = [];
  const take = (result: MutantResult): void => {
    if (ending.signal.aborted) return;
    results.push(result);
    process.stdout.write(`${lineOf(result)}\n`);
  };
  await tryMutants(root, chosen, take, ending.signal);
  const noticed = results.filter(({ verdict }) => verdict === 'noticed').length;
  process.stdout.write(`${noticed} of ${chosen.length} noticed\n`);
  return noticed === chosen.length ? 0 : 1;
}

function lineOf({ mutant, verdict, seconds, reason }: MutantResult): string {
  const line = `${sentences[verdict].padEnd(17)} ${seconds.toFixed(1).padStart(5)} s  ${mutant.name}${reason === '' ? '' : `, by “${reason}”`}`;
  return verdict === 'noticed' ? line : `${line}: ${mutant.userSuffers} (${mutant.file}; ${mutant.tests.join(', ')})`;
}

const sentences = {
  noticed: 'noticed',
  'not noticed': 'NOT NOTICED',
  'no longer applies': 'NO LONGER APPLIES',
  'not built': 'DOES NOT BUILD',
  failing: 'FAILS WITHOUT IT',
  late: 'ENDS LATE',
} as const satisfies Record<MutantResult['verdict'], string>;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return 1;
});
