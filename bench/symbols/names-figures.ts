import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadDemangler } from '../../host/demangler-files.ts';
import { hasCargo } from '../../scripts/setup/crate.ts';
import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { nativeSwift } from './native-swift.ts';
import { swiftNames } from './swift-names.ts';

const execute = promisify(execFile);
const NAMES = 20_000;
const ROUNDS = 5;

/** Times to make names readable, in full and for drawing. Median of five fresh processes. */
export const nameFigures: Bench = async function* (say) {
  const names = swiftNames(NAMES);
  await checkForms(names);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-names-'));
  try {
    const file = join(folder, 'names.txt');
    await writeFile(file, `${names.map(({ mangled }) => mangled).join('\n')}\n`);
    yield* swiftFigure(file, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Checks that the demangler reads this language. @throws Error with the first wrong name */
async function checkForms(names: ReturnType<typeof swiftNames>): Promise<void> {
  const demangler = await loadDemangler();
  for (const { mangled, short } of names) {
    const found = demangler.demangle(mangled).short;
    if (found !== short) throw new Error(`${mangled} became ${found}, not ${short}`);
  }
}

async function* swiftFigure(file: string, say: (line: string) => void): AsyncGenerator<Figure> {
  const ours: { readonly loadMs: number; readonly namesMs: number }[] = [];
  const theirs: number[] = [];
  const native = (await hasCargo()) ? await nativeSwift(say) : undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const script = fileURLToPath(new URL('measure-names.ts', import.meta.url));
    ours.push(parsed((await execute(process.execPath, [script, file])).stdout));
    if (native !== undefined) theirs.push(await nativeMs(native, file));
  }
  const measured = {
    bench: 'symbols',
    figure: `${NAMES.toLocaleString('en')} Swift names, in full and short`,
    value: median(ours.map(({ namesMs }) => namesMs)),
    unit: 'ms',
    note: `median of ${ROUNDS} fresh processes; loading takes ${median(ours.map(({ loadMs }) => loadMs)).toFixed(0)} ms more${native === undefined ? '; no peer: cargo is not installed' : ''}`,
  };
  const beside = { peer: 'the same demangler, native', peerValue: median(theirs) };
  yield atMost(500, native === undefined ? measured : { ...measured, ...beside });
}

function parsed(text: string): { readonly loadMs: number; readonly namesMs: number } {
  const { loadMs, namesMs } = Object(JSON.parse(text));
  if (typeof loadMs !== 'number' || typeof namesMs !== 'number') throw new Error(`measure-names.ts said: ${text}`);
  return { loadMs, namesMs };
}

async function nativeMs(program: string, file: string): Promise<number> {
  const child = execute(program, [], { maxBuffer: 1 << 26 });
  child.child.stdin?.end(await readFile(file));
  return Number((await child).stderr);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
