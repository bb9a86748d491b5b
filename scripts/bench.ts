/**
 * `npm run bench [-- NAME…] [--json] [--minutes N] [--sessions N] [--scaling]`: runs bench/NAME/NAME.ts or features/…/bench (all without a name) and prints each figure
 * beside its goal: rows of a table, or with `--json` one object per line on standard output. `--minutes` is the length of a live capture,
 * `--sessions` the size of a lake; `--scaling` asks lakes of three sizes on DuckDB and Spark. Exit code 1 when a bench could not run; a figure that falls short is a result, not a failure.
 */
import { glob } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bench, Figure } from '../bench/support/figure.ts';
import { ensurePackages } from './setup/setup-packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string): unknown => process.stderr.write(`${line}\n`);

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals: wanted } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      minutes: { type: 'string' },
      sessions: { type: 'string' },
      scaling: { type: 'boolean', default: false },
    },
  });
  const { json, scaling: isScaling } = values;
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
  if (minutes !== undefined && !(Number.isInteger(minutes) && minutes > 0)) {
    say(`--minutes takes a whole number of minutes, not ${values.minutes}.`);
    return 1;
  }
  const sessions = values.sessions === undefined ? undefined : Number(values.sessions);
  if (sessions !== undefined && !(Number.isInteger(sessions) && sessions > 0 && sessions % 10 === 0)) {
    say(`--sessions takes a multiple of ten, not ${values.sessions}.`);
    return 1;
  }
  const benches = await benchFiles();
  const known = [...benches.keys()].sort();
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    say(`There is no bench named ${unknown}. There are: ${known.join(', ')}.`);
    return 1;
  }
  await ensurePackages(['java', 'agents', 'adb', 'browser', 'art', 'iosApps'], say);
  const print = json ? (figure: Figure): unknown => process.stdout.write(`${JSON.stringify(figure)}\n`) : printRow;
  let code = 0;
  for (const name of wanted.length > 0 ? wanted : known) {
    say(`bench ${name} ...`);
    try {
      for await (const figure of (await load(name, benches))(say, { minutes, sessions, isScaling })) print(figure);
    } catch (error) {
      say(`bench ${name} could not run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      code = 1;
    }
  }
  return code;
}

/** Paths by the names of benches, which their folder or their feature has, too. */
async function benchFiles(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for await (const file of glob(['bench/*/*.ts', 'features/*/bench/*.ts', 'features/*/bench/*/*.ts'], { cwd: root })) {
    const name = basename(file, '.ts');
    const [room, feature] = file.split(sep);
    const isNamed = basename(dirname(file)) === name || (room === 'features' && feature === name);
    if (isNamed) files.set(name, file);
  }
  return files;
}

async function load(name: string, benches: ReadonlyMap<string, string>): Promise<Bench> {
  const file = benches.get(name) ?? name;
  const module: unknown = await import(pathToFileURL(join(root, file)).href);
  if (!isBenchModule(module)) throw new Error(`${file} exports no function named bench`);
  return module.bench;
}

function isBenchModule(module: unknown): module is { readonly bench: Bench } {
  return typeof module === 'object' && module !== null && 'bench' in module && typeof module.bench === 'function';
}

const columns = [10, 58, 18, 12, 8, 34] as const;
let headed = false;

function printRow(figure: Figure): void {
  if (!headed) writeCells(['bench', 'figure', 'value', 'goal', 'reached', 'peer in the same run', 'note']);
  headed = true;
  const { bench, goal = '', pass, peer, peerValue, unit, note = '' } = figure;
  const reached = pass === undefined ? '' : pass ? 'yes' : 'NO';
  const beside = peer === undefined ? '' : `${peer}: ${peerValue === undefined ? '?' : rounded(peerValue)} ${unit}`;
  writeCells([bench, figure.figure, `${rounded(figure.value)} ${unit}`, goal, reached, beside, note]);
}

function writeCells(cells: readonly string[]): void {
  const line = cells.map((cell, i) => cell.padEnd(columns[i] ?? 0)).join('  ');
  process.stdout.write(`${line.trimEnd()}\n`);
}

/** Three significant digits, but all of the whole number. */
function rounded(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : String(Number(value.toPrecision(3)));
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  return 1;
});
