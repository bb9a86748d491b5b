import { setTimeout as pass } from 'node:timers/promises';
import { applyChunk } from '../../core/session/file/replay.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { type FirstChunks, LonePage, type PageBundle, type PanFrames } from '../support/lone-page.ts';
import { inNewBrowser, type Opened } from './measured-page.ts';
import type { ViewerRecording } from './viewer-recording.ts';

const STEPS = 150;
const FOLLOWED_MS = 15_000;
/** Pause before the first key, in which the page aggregates. */
const VIEWING_MS = 1_000;

/** Frames during movements. */
export interface Movement {
  /** Half of the recording, a 16th, a 256th, and some seconds. */
  readonly zooms: readonly PanFrames[];
  /** Milliseconds of each switch of views and of each transform, first and second time. */
  readonly views: readonly number[];
  readonly transforms: readonly number[];
  /** Pointer over boxes, nothing else moves. */
  readonly hover: PanFrames;
  /** Size of the flame graph in pixels. */
  readonly size: string;
}

/** Cost of opening, and later movements. */
export interface OpenedOurs extends Opened {
  readonly seconds: number;
  /** CPU time of scripts in that. */
  readonly scriptSeconds: number;
  /** Milliseconds of a switch to the sums right after opening; undefined after movements. */
  readonly switchMs: number | undefined;
  readonly movement: Movement | undefined;
}

/** Opens a recording in our page, in its own browser: from the bytes to the paint of all. */
export function openOurs(bundle: PageBundle, recording: ViewerRecording, moves: boolean): Promise<OpenedOurs> {
  return inNewBrowser(async (page, grown) => {
    const lone = await LonePage.open(page, bundle);
    const before = await lone.scriptCpuMs();
    const seconds = (await lone.show(recording)) / 1_000;
    const scriptSeconds = ((await lone.scriptCpuMs()) - before) / 1_000;
    const megabytes = await grown();
    const switchMs = moves ? undefined : await lone.change('2');
    return { seconds, scriptSeconds, megabytes, switchMs, movement: moves ? await move(lone) : undefined };
  });
}

async function move(page: LonePage): Promise<Movement> {
  const zooms: PanFrames[] = [];
  for (const times of [1, 3, 4, 4]) {
    await page.zoomIn(times);
    zooms.push(await page.pan(STEPS));
  }
  const hover = await page.hover(STEPS);
  const size = await page.flameSize();
  // All of it again.
  await page.change('Escape');
  await pass(VIEWING_MS);
  return { zooms, hover, size, ...(await change(page)) };
}

async function change(page: LonePage): Promise<Pick<Movement, 'views' | 'transforms'>> {
  const views: number[] = [];
  const transforms: number[] = [];
  for (let round = 0; round < 2; round++) {
    // Aggregated, table, over time; the sandwich needs a frame first.
    for (const key of ['2', '4', '1']) views.push(await page.change(key));
    // Over time: hide the system, flatten to the app, and undo both.
    for (const key of ['h', 'a', 'Backspace', 'Backspace']) transforms.push(await page.change(key));
  }
  return { views, transforms };
}

interface Followed {
  /** CPU share of the page's main thread. */
  readonly cpuShare: number;
  /** Drawn samples per second. */
  readonly perSecond: number;
}

/** A capture of some minutes continues with this many samples per second. */
export function followLive(bundle: PageBundle, recording: ViewerRecording, perSecond: number): Promise<Followed> {
  return inNewBrowser(async (page) => {
    const lone = await LonePage.open(page, bundle);
    const first = firstChunks(recording, Math.floor(recording.chunks.length * 0.9));
    await lone.follow(recording, first, perSecond);
    await page.waitForFunction(`Number(document.getElementById('page').dataset.samples) >= ${first.samples + perSecond}`);
    const [beginMs, beforeMs, before] = [performance.now(), await lone.mainCpuMs(), await lone.samples()];
    await page.waitForTimeout(FOLLOWED_MS);
    const lastedMs = performance.now() - beginMs;
    const cpuShare = ((await lone.mainCpuMs()) - beforeMs) / lastedMs;
    return { cpuShare, perSecond: ((await lone.samples()) - before) / (lastedMs / 1_000) };
  });
}

/** The first chunks with their samples: stack nodes, which mostly come early, take room, too. */
function firstChunks({ chunks }: ViewerRecording, count: number): FirstChunks {
  const model = new SessionModel();
  for (const chunk of chunks.slice(0, count)) applyChunk(model, chunk);
  return { chunks: count, samples: model.threads[0]?.samples.length ?? 0 };
}
