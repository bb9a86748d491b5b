import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Mutant, occurrences } from '../../tests/mutants/mutant.ts';
import { buildMutant, builtFrom } from './build-mutant.ts';
import { firstFailure, runTests, type TestsEnd } from './run-tests.ts';

const execute = promisify(execFile);
const AT_ONCE = 2;
/** Of tests without a fault. */
const LONGEST_MS = 600_000;
/** A fault may make a wait endless: its tests get this, and some times what they took without it. */
const LEAST_MS = 60_000;
const TIMES = 5;

/** `failing`: the tests fail without the fault, too. `late`: they did not end, which a busy computer may cause as well as the fault. */
export type MutantVerdict = 'noticed' | 'not noticed' | 'no longer applies' | 'not built' | 'failing' | 'late';

export interface MutantResult {
  readonly mutant: Mutant;
  readonly verdict: MutantVerdict;
  readonly seconds: number;
  /** The test that failed, or the compiler's words; empty if nothing failed. */
  readonly reason: string;
}

/**
 * Tries each mutant in a clone of the checkout's last commit, two at once. Tests run once without a fault before the first that names them.
 * @param root of a Git checkout; its node_modules are linked
 * @param take gets each result as it comes
 */
export async function tryMutants(
  root: string,
  mutants: readonly Mutant[],
  take: (result: MutantResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-mutants-'));
  const sound = new Map<string, Promise<TestsEnd>>();
  let next = 0;
  const lane = async (name: string): Promise<void> => {
    const clone = join(folder, name);
    await execute('git', ['clone', '--quiet', '--shared', '--no-tags', root, clone]);
    await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
    for (let mutant = mutants[next++]; mutant !== undefined && !signal.aborted; mutant = mutants[next++])
      take(await tryMutant(clone, mutant, sound, signal));
  };
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, mutants.length) }, (_, at) => lane(`clone-${at}`)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryMutant(clone: string, mutant: Mutant, sound: Map<string, Promise<TestsEnd>>, signal: AbortSignal): Promise<MutantResult> {
  const path = join(clone, mutant.file);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (occurrences(text, mutant.before) !== 1) return { mutant, verdict: 'no longer applies', seconds: 0, reason: '' };
  const key = mutant.tests.join(' ');
  const known = sound.get(key) ?? runTests(clone, mutant.tests, LONGEST_MS, signal);
  sound.set(key, known);
  const without = await known;
  if (without.code !== 0) return { mutant, verdict: 'failing', seconds: without.seconds, reason: firstFailure(without.output) };
  const faulty = text.replace(mutant.before, () => mutant.after);
  const built = builtFrom(mutant.file);
  const soundBuilt = built === undefined ? undefined : await readFile(join(clone, built));
  await writeFile(path, faulty);
  try {
    const refusal = await buildMutant(clone, mutant.file, faulty);
    if (refusal !== undefined) return { mutant, verdict: 'not built', seconds: 0, reason: refusal };
    const limitMs = Math.max(LEAST_MS, TIMES * 1_000 * without.seconds);
    return { mutant, ...verdictOf(await runTests(clone, mutant.tests, limitMs, signal)) };
  } finally {
    await writeFile(path, text);
    if (built !== undefined && soundBuilt !== undefined) await writeFile(join(clone, built), soundBuilt);
  }
}

function verdictOf({ code, seconds, output }: TestsEnd): Omit<MutantResult, 'mutant'> {
  if (code === 0) return { verdict: 'not noticed', seconds, reason: '' };
  return { verdict: code === undefined ? 'late' : 'noticed', seconds, reason: firstFailure(output) };
}
