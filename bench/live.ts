import { loadavg } from 'node:os';
import { buildVsix } from '../scripts/setup/vsix.ts';
import { atLeast, atMost, type Bench, type Figure } from './figure.ts';
import { captureLive, type LiveCapture } from './live/in-vscode.ts';
import { growth, type LiveMemory, liveMemory } from './live/memory.ts';
import { bundleOf } from './page/lone-page.ts';
import { median, quantile } from './page/quantile.ts';
import { recordThreads } from './timeline/recordings.ts';
import { recordForViewers } from './viewer/recording.ts';

const PER_SECOND = 2_000;
const SECONDS = 60;
/** So long a session is fed to the page alone, without the waits between its updates. */
const MEMORY_S = 600;
const THREADS = 22;

/** A capture of 2,000 samples a second that is watched: how far behind the picture is, what it takes, what it leaves of VS Code. */
export const bench: Bench = async function* (say) {
  say(`Capturing a JVM of this computer for ${SECONDS} s in VS Code ...`);
  yield* watched(await captureLive(SECONDS, say));
  const bundle = await bundleOf(await buildVsix(say));
  const samples = PER_SECOND * MEMORY_S;
  say(`Feeding ${samples.toLocaleString('en')} samples of ${THREADS} threads to the page ...`);
  yield held(`${THREADS} threads at 10 ms`, await liveMemory(bundle, await recordThreads({ samples, threads: THREADS }), MEMORY_S, say));
  say(`Feeding ${samples.toLocaleString('en')} samples of main to the page ...`);
  yield held("all of them main's", await liveMemory(bundle, await recordForViewers(samples), MEMORY_S, say));
};

/** By how much more the page grew than the model alone, which holds the same session in another page. */
function held(which: string, { page, model }: LiveMemory): Figure {
  const [all, own] = [growth(page), growth(model)];
  return atMost(10, {
    bench: 'live',
    figure: `${(PER_SECOND * MEMORY_S).toLocaleString('en')} samples (${MEMORY_S / 60} min), ${which}: growth of the page beyond its model's`,
    value: (all / own - 1) * 100,
    unit: '%',
    note: `from the first minute on ${(all / 1e6).toFixed(1)} MB, the model alone ${(own / 1e6).toFixed(1)} MB; ${page.moreNodes} nodes of the document more; fed as fast as it was drawn`,
  });
}

function* watched({ perSecond, delaysMs, loop }: LiveCapture): Generator<Figure> {
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const where = `VS Code, JVM at 1 ms, ${SECONDS} s; ${load}`;
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
