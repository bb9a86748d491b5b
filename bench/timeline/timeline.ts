import { loadavg } from 'node:os';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { bundleOf } from '../support/lone-page.ts';
import { median, quantile } from '../support/quantile.ts';
import { type MovedFrames, moveStrip, moveTracks, type TimelineMovement } from './movements.ts';
import { recordThreads, type ThreadsRecording } from './recordings.ts';

const SAMPLES = 1_000_000;
const THREADS = 64;
/** An hour of samples: every 10 ms of main and two others, unless they rest. */
const LONG = { samples: 1_000_000, threads: 3 };
/** Later frames visibly stutter. */
const LATE_MS = 25;

/** The .vsix' timeline: tracks of many threads, and an hour's strip; cost of a frame while they move. */
export const bench: Bench = async function* (say) {
  const bundle = await bundleOf(await buildVsix(say));
  say(`Making a recording of ${THREADS} threads ...`);
  const many = await recordThreads({ samples: SAMPLES, threads: THREADS });
  yield* figures(many, `${THREADS} threads`, await moveTracks(bundle, many));
  say('Making a recording of an hour ...');
  const long = await recordThreads(LONG);
  yield* figures(long, `${LONG.threads} threads`, await moveStrip(bundle, long));
};

function* figures(recording: ThreadsRecording, threads: string, { openMs, tracksMs, tracks, frames }: TimelineMovement): Generator<Figure> {
  const minutes = Math.round(recording.lastsUs / 60e6);
  const what = `${SAMPLES.toLocaleString('en')} samples of ${threads}, ${minutes} min`;
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  yield atMost(1, {
    bench: 'timeline',
    figure: `${what}: bytes in the page -> view of all`,
    value: openMs / 1_000,
    unit: 's',
    note: load,
  });
  if (tracksMs.length > 0) {
    yield atMost(150, {
      bench: 'timeline',
      figure: `${what}: key -> tracks on the screen, or gone`,
      value: Math.max(...tracksMs),
      unit: 'ms',
      note: `worst; all: ${tracksMs.map(Math.round).join(', ')}; ${tracks} tracks in sight; ${load}`,
    });
  }
  for (const [movement, counted] of Object.entries(frames)) yield* moved(movement, counted, load);
}

function moved(what: string, { scripts, gaps, cpuMs }: MovedFrames, load: string): readonly Figure[] {
  const late = gaps.filter((ms) => ms > LATE_MS).length;
  const note = `${scripts.length} frames, ${cpuMs.toFixed(1)} ms of CPU each; ${load}`;
  return [
    atMost(12, { bench: 'timeline', figure: `${what}: script time per frame, p95`, value: quantile(scripts, 0.95), unit: 'ms', note }),
    atMost(8, { bench: 'timeline', figure: `${what}: script time per frame, median`, value: median(scripts), unit: 'ms', note }),
    atMost(2, {
      bench: 'timeline',
      figure: `${what}: frames more than 25 ms after the one before`,
      value: (late / gaps.length) * 100,
      unit: '%',
      note,
    }),
  ];
}
