/**
 * `npm run fuzz -- DOOR… [--minutes N] [--seed S] [--count N]`: tries altered inputs at doors in sequence, with new seeds. Prints a line
 * per door, keeps each finding as a case for `npm test`, and ends with code 1 if there is one.
 */
import { parseArgs } from 'node:util';
import { symbolDoors } from '../tests/fuzz/doors/symbol-files.ts';
import { doors } from '../tests/fuzz/doors.ts';
import { runByHand } from '../tests/fuzz/hand-run.ts';
import { ensurePackages } from './setup/setup-packages.ts';

const say = (line: string): unknown => process.stderr.write(`${line}\n`);
const names = doors.map(({ name }) => name);
const usage = `npm run fuzz -- DOOR… [--minutes N] [--seed S] [--count N]

Tries altered inputs at each DOOR: for N minutes (5), or N inputs. --seed S tries the same ones again.
Doors: ${names.join(', ')}; or all.`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, count: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true || positionals.length === 0) {
    say(usage);
    return values.help === true ? 0 : 1;
  }
  const chosen = positionals.includes('all') ? names : positionals;
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    say(`There is no door named ${unknown}. Doors are: ${names.join(', ')}.`);
    return 1;
  }
  const count = numberOf('count', values.count) ?? Number.POSITIVE_INFINITY;
  const minutes = numberOf('minutes', values.minutes) ?? (values.count === undefined ? 5 : Number.POSITIVE_INFINITY);
  if (chosen.some((name) => symbolDoors.some((door) => door.name === name))) await ensurePackages(['symbols', 'java', 'agents'], say);
  let code = 0;
  for (const name of chosen) if (!(await tryDoor(name, numberOf('seed', values.seed), minutes, count))) code = 1;
  return code;
}

/** Printed letters of a finding: an assertion shows whole values. */
const MOST_LETTERS = 3_000;

async function tryDoor(door: string, seed: number | undefined, minutes: number, count: number): Promise<boolean> {
  const firstSeed = seed ?? Date.now() % 2 ** 31;
  const startedMs = Date.now();
  const { report, broke } = await runByHand({ door, firstSeed, milliseconds: minutes * 60_000, count });
  const took = ((Date.now() - startedMs) / 60_000).toFixed(1);
  const peakMb = (process.resourceUsage().maxRSS / 1024).toFixed(0);
  if (report !== undefined) {
    const { runs, refused, failed, longest, largest, findings } = report;
    process.stdout.write(
      `${door}: ${runs.toLocaleString('en')} inputs in ${took} min from seed ${firstSeed}: ${findings.length} findings${failed > findings.length ? ` in ${failed} inputs` : ''}; ` +
        `refused ${((100 * refused) / Math.max(1, runs)).toFixed(0)} %, longest ${longest.ms.toFixed(0)} ms (seed ${longest.seed}), ` +
        `largest ${largest.steps.toLocaleString('en')} steps (seed ${largest.seed}), peak ${peakMb} MB\n`,
    );
    for (const each of findings)
      process.stdout.write(`\n${door}, seed ${each.seed}, kept as ${each.path}:\n${each.problem.slice(0, MOST_LETTERS)}\n`);
  }
  if (broke !== undefined) process.stdout.write(`${broke}\nTry it alone: npm run fuzz -- ${door} --count 1 --seed SEED\n`);
  return broke === undefined && report?.findings.length === 0;
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0 && text.trim() !== '') return value;
  throw new Error(`--${option} takes a number, not “${text}”.`);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return 1;
});
