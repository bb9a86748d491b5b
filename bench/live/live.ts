import { loadavg } from 'node:os';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import type { RecordedMain } from '../support/bench-session.ts';
import { atLeast, atMost, type Bench, type Figure } from '../support/figure.ts';
import { bundleOf } from '../support/lone-page.ts';
import { median, quantile } from '../support/quantile.ts';
import { recordThreads } from '../timeline/recordings.ts';
import { recordForViewers } from '../viewer/viewer-recording.ts';
import { captureLive, type LiveCapture } from './in-vscode.ts';
import { columnsHeld, growth, type Held, type LiveMemory, liveMemory } from './live-memory.ts';

const PER_SECOND = 2_000;
/** Length of the session fed to the page alone, without waits. */
const MEMORY_S = 600;
const THREADS = 22;

/**
 * A watched capture of 2,000 samples a second: display delay, cost, and effect on VS Code. Watched for a minute; the page alone shows the
 * memory of ten. With `minutes` it is watched that long, with its own memory.
 */
export const bench: Bench = async function* (say, { minutes = 1 }) {
  say(`Capturing a JVM of this computer for ${minutes} min in VS Code ...`);
  const capture = await captureLive(minutes, say);
  yield* watched(capture, minutes);
  if (minutes > 1) {
    yield* heldInVsCode(capture, minutes);
    return;
  }
  const bundle = await bundleOf(await buildVsix(say));
  const samples = PER_SECOND * MEMORY_S;
  const feed = async (what: string, recording: Pick<RecordedMain, 'chunks'>, atOnce: number): Promise<readonly Figure[]> => {
    say(`Feeding ${samples.toLocaleString('en')} samples to the page, ${what} ...`);
    return held(what, atOnce, await liveMemory(bundle, recording, MEMORY_S, atOnce, say));
  };
  yield* await feed(`${THREADS} threads at 10 ms`, await recordThreads({ samples, threads: THREADS }), 1);
  yield* await feed("all of them main's", await recordForViewers(samples), 5);
};

/** The page's growth beyond the session's columns, which another page holds undisplayed. */
function held(which: string, atOnce: number, { page, columns, session }: LiveMemory): readonly Figure[] {
  const what = `${(PER_SECOND * MEMORY_S).toLocaleString('en')} samples (${MEMORY_S / 60} min), ${which}: growth of the page`;
  const beyond = (own: Held): number => (growth(page) / growth(own) - 1) * 100;
  const megabytes = (of: Held): string => (growth(of) / 1e6).toFixed(1);
  const updates = atOnce === 1 ? 'each update' : `${atOnce} updates at once`;
  const note = `from the first minute on: ${megabytes(page)} MB, ${megabytes(columns)} MB, ${megabytes(session)} MB; ${page.moreNodes} nodes of the document more; ${updates} as soon as the one before was painted`;
  return [
    atMost(10, { bench: 'live', figure: `${what} beyond its columns`, value: beyond(columns), unit: '%', note }),
    { bench: 'live', figure: 'the same beyond the columns of the session alone', value: beyond(session), unit: '%' },
  ];
}

/** Growth of page and window beyond the page's columns. */
async function* heldInVsCode({ heldBytes: [firstBytes, lastBytes], chunks }: LiveCapture, minutes: number): AsyncGenerator<Figure> {
  const { columns, session } = await columnsHeld({ chunks }, minutes * 60);
  const grown = lastBytes - firstBytes;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const note = `from the first minute to the last: ${megabytes(grown)} MB, ${megabytes(growth(columns))} MB, ${megabytes(growth(session))} MB`;
  const figure = 'growth of the page, with VS Code’s window, beyond its columns';
  yield atMost(10, { bench: 'live', figure, value: (grown / growth(columns) - 1) * 100, unit: '%', note });
}

function* watched({ perSecond, delaysMs, loop, cpuShares }: LiveCapture, minutes: number): Generator<Figure> {
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const where = `VS Code, JVM at 1 ms, ${minutes} min; ${load}`;
  const shares = cpuShares.map((share) => (share * 100).toFixed(1));
  yield {
    bench: 'live',
    figure: 'CPU of the main thread that the page shares with VS Code’s window',
    value: (cpuShares.reduce((sum, share) => sum + share, 0) / cpuShares.length) * 100,
    unit: '%',
    note: `minute by minute: ${shares.join(', ')}; ${where}`,
  };
  yield atLeast(PER_SECOND, {
    bench: 'live',
    figure: 'samples of all threads while it was measured',
    value: perSecond,
    unit: '/s',
    note: where,
  });
  yield atMost(200, {
    bench: 'live',
    figure: "from main's sample to its pixel, p95",
    value: quantile(delaysMs, 0.95),
    unit: 'ms',
    note: `median ${median(delaysMs).toFixed(0)}, worst of ${delaysMs.length.toLocaleString('en')} ${quantile(delaysMs, 1).toFixed(0)}; ${where}`,
  });
  yield atMost(20, {
    bench: 'live',
    figure: "delay of the extension host's event loop, p99",
    value: loop.p99,
    unit: 'ms',
    note: `worst ${loop.max.toFixed(0)}, ${loop.count.toLocaleString('en')} timers of 10 ms; ${where}`,
  });
}
