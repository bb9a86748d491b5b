import { execFile, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { jvmDebugFile } from '../../scripts/setup/jvm-debug-file.ts';
import { randomAddresses } from '../../tests/symbols/random-addresses.ts';
import { atMost, type Figure } from '../support/figure.ts';
import { sameAs } from './same-frames.ts';

const ROUNDS = 5;
/** Different addresses of an hour's sampling, and of a short one. */
const counts = [10_000, 300] as const;

/** libjvm's debug file, cold: from process start to the last frame, beside llvm-symbolizer and addr2line, in turns. */
export async function* largeFile(say: (line: string) => void): AsyncGenerator<Figure> {
  const file = await jvmDebugFile(say);
  yield await sameAs('libjvm, gcc, C++', file, file, randomAddresses(file, counts[0], 1), false);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-symbols-'));
  try {
    const program = join(folder, 'measure.cjs');
    const entry = fileURLToPath(new URL('measure-frames.ts', import.meta.url));
    await esbuild.build({ entryPoints: [entry], outfile: program, bundle: true, platform: 'node', format: 'cjs', minify: true });
    for (const count of counts) {
      const list = join(folder, `addresses-${count}`);
      await writeFile(
        list,
        randomAddresses(file, count, count)
          .map((address) => `0x${address.toString(16)}\n`)
          .join(''),
      );
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        rounds.push({
          ours: await ourCost(program, file, list),
          llvm: await peerMs('llvm-symbolizer-19', ['--no-demangle', `--obj=${file}`], list),
          // An order slower, which one round shows.
          gnu: round === 0 && count === counts[0] ? await peerMs('addr2line', ['-f', '-i', '-e', file], list) : Number.NaN,
        });
        const last = rounds.at(-1);
        say(`${count} addresses: ${Math.round(last?.ours.milliseconds ?? 0)} ms, llvm-symbolizer ${Math.round(last?.llvm ?? 0)} ms`);
      }
      yield* figuresOf(count, rounds);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Cost {
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  readonly megabytes: number;
}

interface Round {
  readonly ours: Cost;
  readonly llvm: number;
  readonly gnu: number;
}

/** Time: median of the rounds' ratios. Memory: the worst round. */
function* figuresOf(count: number, rounds: readonly Round[]): Generator<Figure> {
  const bench = 'symbols';
  const of = `libjvm, ${count.toLocaleString('en')} addresses`;
  const ours = median(rounds.map((round) => round.ours.milliseconds));
  const llvm = median(rounds.map((round) => round.llvm));
  const cpu = median(rounds.map((round) => round.ours.cpuMilliseconds));
  const note = `${Math.round(ours)} ms (CPU ${Math.round(cpu)}) and ${Math.round(llvm)} ms, medians of ${ROUNDS}`;
  const ratio = median(rounds.map((round) => round.ours.milliseconds / round.llvm));
  yield atMost(count === counts[0] ? 1 : 0.7, { bench, figure: `${of}: time by llvm-symbolizer's`, value: ratio, unit: 'x', note });
  if (count !== counts[0]) return;
  const gnu = rounds[0]?.gnu ?? Number.NaN;
  const first = rounds[0]?.ours.milliseconds ?? Number.NaN;
  yield atMost(0.3, {
    bench,
    figure: `${of}: time by addr2line's`,
    value: first / gnu,
    unit: 'x',
    note: `${Math.round(first)} ms and ${Math.round(gnu)} ms, once`,
  });
  const megabytes = Math.max(...rounds.map((round) => round.ours.megabytes));
  yield atMost(700, { bench, figure: `${of}: peak RSS`, value: megabytes, unit: 'MB', note: `worst of ${ROUNDS}` });
}

/** The whole process counts, as with the peers; it reports CPU and memory itself. */
async function ourCost(program: string, file: string, list: string): Promise<Cost> {
  const startedMs = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [program, file, list]);
  const milliseconds = performance.now() - startedMs;
  const { cpuMilliseconds, megabytes, problems }: Cost & { readonly problems: number } = JSON.parse(stdout);
  if (problems > 0) throw new Error(`${problems} parts of ${file} could not be read.`);
  return { milliseconds, cpuMilliseconds, megabytes };
}

function peerMs(program: string, argv: readonly string[], list: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const child = spawn(program, argv, { stdio: [openSync(list, 'r'), 'ignore', 'ignore'] });
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve(performance.now() - startedMs);
      else reject(new Error(`${program} ended with exit code ${code}.`));
    });
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
