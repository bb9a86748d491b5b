import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedArchive, packedProgram } from '../../tests/hostile/packed-programs.ts';
import { MOST_PEAK_MB, peakOf } from '../../tests/hostile/peak.ts';
import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { honestSession } from './honest-session.ts';
import { isOpenedFigures } from './opened-figures.ts';
import { hostileSessions } from './sessions.ts';

/** Chunks of 8 MiB in each hostile session. */
const CHUNKS = 4;
const MOST_SECONDS = 10;
/** Other extensions wait for the host's turn, Ctrl-C for the command line's. */
const LONGEST_TURN_MS = { host: 10, report: 1_000, symbols: 10 } as const;
/** An honest session of 10 MB may cost as much, and opens whole. */
const HONEST_BYTES = 10_000_000;
const HONEST_PEAK_MB = 700;
/** A hostile session is in the page and in two threads of the extension host; symbol files may have 1 GiB beside the thread. */
const HOSTILE_PEAK_MB = { host: 768, report: MOST_PEAK_MB, symbols: 1_024 + 200 } as const;
/** A slower case has failed and is ended. */
const GIVEN_UP_MS = 240_000;

const ways = {
  host: { what: 'in the extension host', module: import.meta.resolve('./open-in-host.ts') },
  report: { what: 'by laglens report', module: import.meta.resolve('./report.ts') },
  symbols: { what: 'by the symbol thread', module: import.meta.resolve('./ask-symbols.ts') },
} as const;

/** Small files that ask for much: seconds, longest event loop turn, peak of the process. */
export const bench: Bench = async function* (say) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-hostile-'));
  try {
    const honest = join(folder, 'honest.laglens');
    const samples = await honestSession(honest, HONEST_BYTES);
    yield* measured('honest', 'host', [honest], HONEST_PEAK_MB, say, samples);
    yield* measured('honest', 'report', [honest], HONEST_PEAK_MB, say);
    for (const { name, bytes } of hostileSessions) {
      const path = await written(join(folder, 'hostile.laglens'), bytes(CHUNKS));
      yield* measured(name, 'host', [path], HOSTILE_PEAK_MB.host, say);
      yield* measured(name, 'report', [path], HOSTILE_PEAK_MB.report, say);
    }
    // Made once, as packing takes 768 MB.
    const bomb = packedProgram('zstd', 768 << 20);
    const libraries = await Promise.all([1, 2, 3, 4].map((n) => written(join(folder, `bomb${n}.so`), bomb)));
    yield* measured('programs of packed zeros', 'symbols', libraries, HOSTILE_PEAK_MB.symbols, say);
    const archive = await written(join(folder, 'bomb.apk'), packedArchive(200, 1, 512 << 20));
    yield* measured('archive that names one stream often', 'symbols', [archive], HOSTILE_PEAK_MB.symbols, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function written(path: string, bytes: Uint8Array): Promise<string> {
  await writeFile(path, bytes);
  return path;
}

/** @param wantedSamples samples required if it opens whole */
async function* measured(
  name: string,
  way: keyof typeof ways,
  paths: readonly string[],
  mostMb: number,
  say: (line: string) => void,
  wantedSamples?: number,
): AsyncGenerator<Figure> {
  const { what, module } = ways[way];
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  say(`${name} ${what}, ${bytes.toLocaleString('en')} bytes ...`);
  const { result, peakMb, exit } = await peakOf(module, { args: paths, watchdogMs: GIVEN_UP_MS });
  const note = `${bytes.toLocaleString('en')} bytes, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const figure = { bench: 'hostile', note } as const;
  if (!isOpenedFigures(result) || peakMb === undefined) {
    const why = `${note}; ended by ${exit} within ${GIVEN_UP_MS / 1_000} s`;
    yield {
      ...figure,
      figure: `${name} ${what}: seconds`,
      value: Number.NaN,
      unit: 's',
      goal: `<= ${MOST_SECONDS}`,
      pass: false,
      note: why,
    };
    return;
  }
  const { seconds, turns, samples } = result;
  const whole = wantedSamples === undefined ? '' : `; ${samples} of ${wantedSamples} samples`;
  yield atMost(MOST_SECONDS, {
    ...figure,
    figure: `${name} ${what}`,
    value: seconds,
    unit: 's',
    note: `${note}, CPU ${(turns.cpuMs / 1_000).toFixed(1)} s${whole}`,
  });
  const turn = { value: turns.worstCpuMs, unit: 'ms', note: `CPU of the thread; by the clock ${turns.worstMs.toFixed(0)} ms` };
  yield atMost(LONGEST_TURN_MS[way], { ...figure, figure: `${name} ${what}: longest turn`, ...turn });
  yield atMost(mostMb, { ...figure, figure: `${name} ${what}: peak RSS`, value: peakMb, unit: 'MB' });
  if (wantedSamples !== undefined && samples !== wantedSamples)
    say(`${name}: ${samples} of ${wantedSamples} samples are there: not whole.`);
}
