import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { peakOf } from '../../tests/hostile/peak.ts';
import { atMost, type Bench, type Figure } from '../support/figure.ts';
import { bundleOf, type PageBundle } from '../support/lone-page.ts';
import { median, quantile } from '../support/quantile.ts';
import { type HourRecording, writeHour } from './hour-recording.ts';
import { type OpenedHour, openHour } from './open-hour.ts';

const SIZES = [1_000_000, 10_000_000] as const;
const ROUNDS = 3;
const OPENED_S = 3;
const MOST_MEGABYTES = 1_000;
const PAN_MS = 4;

/** An hour of 28 threads, 10 million samples: opened in the .vsix' page alone and panned, and read as the extension does. */
export const bench: Bench = async function* (say) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-ten-million-'));
  try {
    const bundle = await bundleOf(await buildVsix(say));
    for (const samples of SIZES) {
      say(`Making a recording of ${samples.toLocaleString('en')} samples ...`);
      const recording = await writeHour(join(folder, 'hour.laglens'), samples);
      yield* opened(recording, await openRounds(bundle, recording, say), samples === SIZES.at(-1));
      yield* await read(recording);
      yield* await beside(recording);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function openRounds(bundle: PageBundle, { path }: HourRecording, say: (line: string) => void): Promise<readonly OpenedHour[]> {
  const rounds: OpenedHour[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const opened = await openHour(bundle, path, round === ROUNDS);
    say(`all drawn after ${Math.round(opened.allMs)} ms, at most ${Math.round(opened.peakMegabytes)} MB`);
    rounds.push(opened);
  }
  return rounds;
}

function* opened(recording: HourRecording, rounds: readonly OpenedHour[], isLargest: boolean): Generator<Figure> {
  const { samples, mainSamples, lastsUs, fileBytes } = recording;
  const what = `${samples.toLocaleString('en')} samples of 28 threads`;
  const limited = (limit: number, figure: Omit<Figure, 'bench'>): Figure =>
    isLargest ? atMost(limit, { bench: 'ten-million', ...figure }) : { bench: 'ten-million', ...figure };
  const load = `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  const seconds = (values: readonly number[]): string => values.map((ms) => (ms / 1_000).toFixed(2)).join(', ');
  const all = rounds.map(({ allMs }) => allMs);
  const first = rounds.map(({ firstMs }) => firstMs);
  const about = `${Math.round(lastsUs / 60e6)} min, ${mainSamples.toLocaleString('en')} of main, ${(fileBytes / 1e6).toFixed(1)} MB`;
  yield limited(OPENED_S, {
    figure: `${what}: bytes in the page -> first picture, which grows`,
    value: median(first) / 1_000,
    unit: 's',
    note: `median of ${seconds(first)}; ${load}`,
  });
  yield limited(OPENED_S, {
    figure: `${what}: bytes in the page -> picture of all`,
    value: median(all) / 1_000,
    unit: 's',
    note: `median of ${seconds(all)}; CPU of the page's main thread ${seconds([median(rounds.map(({ cpuMs }) => cpuMs))])} s; ${about}; ${rounds[0]?.lags} lags; ${load}`,
  });
  yield limited(MOST_MEGABYTES, {
    figure: `${what}: peak memory of the page's process less a blank one's`,
    value: Math.max(...rounds.map(({ peakMegabytes }) => peakMegabytes)),
    unit: 'MB',
    note: `worst of ${rounds.map(({ peakMegabytes }) => Math.round(peakMegabytes)).join(', ')}, the chunks that wait included; after a collection ${rounds.map((each) => Math.round(each.collectedMegabytes)).join(', ')}`,
  });
  const frames = rounds.flatMap(({ pans }) => pans.flatMap(({ scripts }) => scripts));
  yield limited(PAN_MS, {
    figure: `${what}: panning, script time per frame, p95`,
    value: quantile(frames, 0.95),
    unit: 'ms',
    note: `${frames.length} frames at four zooms, median ${median(frames).toFixed(1)}, worst ${Math.max(...frames).toFixed(1)}; ${load}`,
  });
}

/** The extension host's process with a source beside the page: the file's thread holds names and the model of line costs. */
async function beside({ path, samples }: HourRecording): Promise<readonly Figure[]> {
  const { result, peakMb, errors } = await peakOf(import.meta.resolve('../hostile/open-in-host.ts'), { args: [path] });
  const { seconds, samples: held } = Object(result);
  if (peakMb === undefined || typeof seconds !== 'number' || typeof held !== 'number') throw new Error(errors);
  const note = `Node included; ${held.toLocaleString('en')} samples in memory, after ${seconds.toFixed(1)} s`;
  const figure = `${samples.toLocaleString('en')} samples, extension with a source beside: peak memory of its process`;
  return [{ bench: 'ten-million', figure, value: peakMb, unit: 'MB', note }];
}

/** The extension's share: the file is read, checked and unpacked. */
async function read({ path, samples }: HourRecording): Promise<readonly Figure[]> {
  const script = fileURLToPath(new URL('./measure-reading.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, path]);
  const { milliseconds, cpuMilliseconds, bytes, megabytes } = Object(JSON.parse(stdout));
  if (![milliseconds, cpuMilliseconds, bytes, megabytes].every((part) => typeof part === 'number')) throw new Error(stdout);
  const common = { bench: 'ten-million', note: `CPU ${Math.round(cpuMilliseconds)} ms; ${(bytes / 1e6).toFixed(0)} MB unpacked` };
  const what = `${samples.toLocaleString('en')} samples, extension`;
  return [
    { ...common, figure: `${what}: file read, checked, unpacked`, value: milliseconds / 1_000, unit: 's' },
    { ...common, figure: `${what}: its memory beyond Node's`, value: megabytes, unit: 'MB' },
  ];
}
