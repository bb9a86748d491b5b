import { setTimeout as pass } from 'node:timers/promises';
import { applyChunk } from '../../core/session/file/replay.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { type FirstChunks, LonePage, type PageBundle, type PanFrames } from '../support/lone-page.ts';
import { inNewBrowser, type Opened } from './measured-page.ts';
import type { ViewerRecording } from './viewer-recording.ts';

const STEPS = 150;
const FOLLOWED_MS = 15_000;
/** So long a reader looks at a picture of all before the first key: the page sums it up meanwhile. */
const VIEWING_MS = 1_000;

/** What frames took while the picture was moved. */
export interface Movement {
  /** Half of the recording, a 16th of it, a 256th, and some seconds. */
  readonly zooms: readonly PanFrames[];
  /** Milliseconds of each switch to another view and of each transform, the first time and the second. */
  readonly views: readonly number[];
  readonly transforms: readonly number[];
  /** While the pointer went over boxes and nothing else moved. */
  readonly hover: PanFrames;
  /** Size of the flame graph in pixels. */
  readonly size: string;
}

/** What opening took, and how it moved then. */
export interface OpenedOurs extends Opened {
  readonly seconds: number;
  /** Of that, the CPU time of scripts. */
  readonly scriptSeconds: number;
  /** Milliseconds of a switch to the sums right after that; undefined where the picture was moved first. */
  readonly switchMs: number | undefined;
  readonly movement: Movement | undefined;
}

/** Opens a recording in our page, in a browser of its own. From the bytes to the picture of all of them. */
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
    // Summed up, table, over time; the sandwich needs a frame first.
    for (const key of ['2', '4', '1']) views.push(await page.change(key));
    // Over time: without the system's frames, only the app's, and both taken back.
    for (const key of ['h', 'a', 'Backspace', 'Backspace']) transforms.push(await page.change(key));
  }
  return { views, transforms };
}

/** A capture that is followed live. */
export interface Followed {
  /** CPU time of the page's main thread as a share of the time. */
  readonly cpuShare: number;
  /** Samples a second that were drawn. */
  readonly perSecond: number;
}

/** The capture has gone on for minutes, and so many samples come each second. */
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

/** The first chunks, and how many samples are in them: stack nodes, which mostly come early, take room, too. */
function firstChunks({ chunks }: ViewerRecording, count: number): FirstChunks {
  const model = new SessionModel();
  for (const chunk of chunks.slice(0, count)) applyChunk(model, chunk);
  return { chunks: count, samples: model.threads[0]?.samples.length ?? 0 };
}
