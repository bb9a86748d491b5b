/**
 * `npm run soak -- NAME [--seed S] [--count N]`: runs tests/soak/NAME.ts; a line per round and a summary on standard output. Exit code 1 if
 * a round failed or could not run. The printed seed repeats a run.
 */
import { access } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Soak, SoakRound } from '../tests/soak/round.ts';
import { ensurePackages } from './setup/setup-packages.ts';

const ROUNDS = 20;

const say = (line: string): unknown => process.stderr.write(`${line}\n`);
const print = (line: string): unknown => process.stdout.write(`${line}\n`);

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seed: { type: 'string' }, count: { type: 'string' } },
  });
  const [name = '', ...more] = positionals;
  const file = fileURLToPath(new URL(`../tests/soak/${name}.ts`, import.meta.url));
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
  const isKnown = /^[a-z]+$/.test(name) && (await isThere(file));
  const given = Number(values.count ?? 1);
  if (!isKnown || more.length > 0 || !Number.isInteger(seed) || !(Number.isInteger(given) && given > 0)) {
    say('Usage: npm run soak -- NAME [--seed S] [--count N], where tests/soak/NAME.ts exists; S and N are whole numbers.');
    return 1;
  }
  const module: { readonly default?: Soak; readonly rounds?: number } = await import(pathToFileURL(file).href);
  if (module.default === undefined) {
    say(`tests/soak/${name}.ts is a part of others, and can't be run.`);
    return 1;
  }
  // All, if each round is another case.
  const count = values.count === undefined ? (module.rounds ?? ROUNDS) : given;
  await ensurePackages(['java', 'agents', 'adb', 'browser'], say);
  print(`soak ${name}: seed ${seed}, ${count} rounds`);
  let bad = 0;
  let done = 0;
  const round = ({ isGood, text }: SoakRound): void => {
    done++;
    if (!isGood) bad++;
    print(`${isGood ? 'ok ' : 'BAD'} ${done}/${count} ${text}`);
  };
  await module.default({ seed, count, say, round });
  print(`soak ${name}: ${done - bad} of ${count} rounds good, seed ${seed}`);
  return bad === 0 && done === count ? 0 : 1;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
});
