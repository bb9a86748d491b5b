import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { atLeast, atMost, type Bench, type Figure } from '../support/figure.ts';
import { bundleOf, type PageBundle } from '../support/lone-page.ts';
import { median, quantile } from '../support/quantile.ts';
import { hitTestMs } from './hit-test.ts';
import { LIMIT_SECONDS, type Opened, openInD3, openInSpeedscope } from './measured-page.ts';
import { followLive, type Movement, type OpenedOurs, openOurs } from './our-viewer.ts';
import { D3_FLAME_GRAPH, installPeers, SPEEDSCOPE } from './peers.ts';
import { summedTree, writeSpeedscope } from './profiles.ts';
import { recordForViewers, type ViewerRecording } from './viewer-recording.ts';

const SIZES = [100_000, 300_000, 1_000_000] as const;
const ROUNDS = 5;
const LIVE_PER_SECOND = 2_000;
/** Later frames visibly stutter. */
const LATE_MS = 25;

type Measured = Omit<Figure, 'bench' | 'goal' | 'pass'>;

const below = (limit: number, measured: Measured): Figure => atMost(limit, { bench: 'viewer', ...measured });

/** A large profile in our page, speedscope and d3-flame-graph, each alone in Chromium: time to show, cost, smoothness. */
export const bench: Bench = async function* (say) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-viewer-'));
  try {
    const peers = await installPeers(say);
    const bundle = await bundleOf(await buildVsix(say));
    for (const samples of SIZES) {
      say(`Making a recording of ${samples.toLocaleString('en')} samples ...`);
      const recording = await recordForViewers(samples);
      const ours = await openRounds(bundle, recording, say);
      const profile = join(folder, 'profile.json');
      await writeSpeedscope(recording.model, profile);
      const theirs = await openInSpeedscope(peers, profile);
      say(`speedscope: ${theirs.seconds?.toFixed(1) ?? 'no view'} s, ${Math.round(theirs.megabytes)} MB`);
      const isLargest = samples === SIZES.at(-1);
      for (const [limit, measured] of opened(samples, ours, theirs))
        yield isLargest ? below(limit, measured) : { bench: 'viewer', ...measured };
      if (!isLargest) continue;
      yield* ratios(ours, theirs);
      yield besideD3(ours, await openInD3(peers, summedTree(recording.model)));
      const movement = ours.at(-1)?.movement;
      yield changed(
        'switch of view right after opening',
        ours.flatMap(({ switchMs }) => switchMs ?? []),
      );
      if (movement !== undefined) yield* moved(movement);
      const followed = await followLive(bundle, recording, LIVE_PER_SECOND);
      yield below(15, {
        figure: `live, ${LIVE_PER_SECOND.toLocaleString('en')} samples/s, minutes after the begin: CPU of the page's main thread`,
        value: followed.cpuShare * 100,
        unit: '%',
        note: `${Math.round(followed.perSecond).toLocaleString('en')} samples/s were drawn; load ${load()}`,
      });
      yield below(0.2, { figure: 'finding the box under a point, p99', value: hitTestMs(recording), unit: 'ms' });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function openRounds(bundle: PageBundle, recording: ViewerRecording, say: (line: string) => void): Promise<readonly OpenedOurs[]> {
  const rounds: OpenedOurs[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const opened = await openOurs(bundle, recording, round === ROUNDS);
    say(`ours: ${opened.seconds.toFixed(2)} s, ${Math.round(opened.megabytes)} MB; load ${load()}`);
    rounds.push(opened);
  }
  return rounds;
}

/** Figures with the largest profile's goals. */
function opened(samples: number, ours: readonly OpenedOurs[], theirs: Opened): readonly (readonly [limit: number, measured: Measured])[] {
  const seconds = ours.map((round) => round.seconds);
  const megabytes = ours.map((round) => round.megabytes);
  const what = `${samples.toLocaleString('en')} samples x 40 frames`;
  const list = (values: readonly number[], digits: number): string => values.map((value) => value.toFixed(digits)).join(', ');
  const cpu = `CPU of its scripts ${median(ours.map((round) => round.scriptSeconds)).toFixed(2)} s`;
  const late = theirs.seconds === undefined ? `; the peer had no view after ${LIMIT_SECONDS} s` : '';
  const peer = { peer: SPEEDSCOPE, ...(theirs.seconds === undefined ? {} : { peerValue: theirs.seconds }) };
  return [
    [
      1,
      {
        ...peer,
        figure: `${what}: bytes in the page -> view of all`,
        value: median(seconds),
        unit: 's',
        note: `median of ${list(seconds, 2)}; ${cpu}; load ${load()}${late}`,
      },
    ],
    [
      300,
      {
        figure: `${what}: memory of the page's process less a blank one's`,
        value: median(megabytes),
        unit: 'MB',
        peer: SPEEDSCOPE,
        peerValue: theirs.megabytes,
        note: `median of ${list(megabytes, 0)}${late}`,
      },
    ],
  ];
}

/** Ratios to the peer; without a paint it counts as just in time. */
function ratios(ours: readonly OpenedOurs[], theirs: Opened): readonly Figure[] {
  const faster = (theirs.seconds ?? LIMIT_SECONDS) / median(ours.map((round) => round.seconds));
  const memory = median(ours.map((round) => round.megabytes)) / theirs.megabytes;
  return [
    atLeast(20, { bench: 'viewer', figure: 'the same: times as fast as speedscope', value: faster, unit: 'x' }),
    below(1 / 6, { figure: "the same: memory by speedscope's", value: memory, unit: 'x' }),
  ];
}

/** It draws the aggregated tree only, so its time is of another view. */
function besideD3(ours: readonly OpenedOurs[], theirs: Opened): Figure {
  return {
    bench: 'viewer',
    figure: 'the same, aggregated: view of the tree by d3-flame-graph',
    value: median(ours.map((round) => round.seconds)),
    unit: 's',
    peer: D3_FLAME_GRAPH,
    ...(theirs.seconds === undefined ? {} : { peerValue: theirs.seconds }),
    note: `ours is the view over time; the peer has none, and is given the aggregated tree; it takes ${Math.round(theirs.megabytes)} MB${theirs.seconds === undefined ? `, and had no view after ${LIMIT_SECONDS} s` : ''}`,
  };
}

function moved({ zooms, hover, size, views, transforms }: Movement): readonly Figure[] {
  const scripts = zooms.flatMap((zoom) => zoom.scripts);
  const gaps = zooms.flatMap((zoom) => zoom.gaps);
  const late = gaps.filter((ms) => ms > LATE_MS).length;
  const note = `${scripts.length} frames at ${zooms.length} zooms, ${size}; load ${load()}`;
  return [
    below(12, { figure: 'panning it: script time per frame, p95', value: quantile(scripts, 0.95), unit: 'ms', note }),
    below(8, { figure: 'panning it: script time per frame, median', value: median(scripts), unit: 'ms', note }),
    below(2, { figure: 'panning it: frames more than 25 ms after the one before', value: (late / gaps.length) * 100, unit: '%', note }),
    changed('switch of view, a second after the view of all', views),
    changed('transform of the view over time', transforms),
    {
      bench: 'viewer',
      figure: 'pointer over boxes: script time per move, tooltip included, p95',
      value: quantile(hover.moves, 0.95),
      unit: 'ms',
      note: `median ${median(hover.moves).toFixed(2)}`,
    },
  ];
}

function changed(what: string, ms: readonly number[]): Figure {
  const note = `worst; all: ${ms.map(Math.round).join(', ')}; load ${load()}`;
  return below(150, { figure: `${what}: key -> view`, value: Math.max(...ms), unit: 'ms', note });
}

function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}
