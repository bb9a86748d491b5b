import type { Page } from 'playwright-core';
import { LonePage, type PageBundle, type PanFrames } from '../support/lone-page.ts';
import { inNewBrowser } from '../viewer/measured-page.ts';
import type { ThreadsRecording } from './recordings.ts';

const STEPS = 150;

export interface MovedFrames extends PanFrames {
  /** Mean CPU time of scripts per frame, which a busy machine does not raise. */
  readonly cpuMs: number;
}

/** Frames during movements, and the time to open. */
export interface TimelineMovement {
  /** From the bytes to the paint of all. */
  readonly openMs: number;
  /** Milliseconds from the key to tracks on the screen, and back, several times. */
  readonly tracksMs: readonly number[];
  /** By movement. */
  readonly frames: Readonly<Record<string, MovedFrames>>;
  readonly tracks: string;
}

/** Tracks of many threads: opened, zoomed and moved by wheel, scrolled. */
export function moveTracks(bundle: PageBundle, recording: ThreadsRecording): Promise<TimelineMovement> {
  return inNewBrowser(async (page) => {
    const lone = await LonePage.open(page, bundle);
    const openMs = await lone.show(recording);
    const tracksMs: number[] = [];
    for (let time = 0; time < 7; time++) tracksMs.push(await lone.change('t'));
    const tracks = page.locator('.tracks .track');
    const shown = `${await tracks.count()} of ${await tracks.first().getAttribute('aria-setsize')}`;
    const zoom = await wheel(page, lone, '.tracks', zooming);
    const frames = {
      'tracks, zooming': zoom,
      'tracks, panning': await wheel(page, lone, '.tracks', panning),
      'tracks, scrolling': await scroll(page, lone),
      'timeline, pointer over it': await hover(page, lone, '.timeline'),
    };
    return { openMs, tracksMs, frames, tracks: shown };
  });
}

/** A long session with its strip of seconds: zoomed and moved by wheel, and the pointer over the strip. */
export function moveStrip(bundle: PageBundle, recording: ThreadsRecording): Promise<TimelineMovement> {
  return inNewBrowser(async (page) => {
    const lone = await LonePage.open(page, bundle);
    const openMs = await lone.show(recording);
    await page.locator('.heat-strip').waitFor();
    const frames = {
      'strip, zooming': await wheel(page, lone, '.timeline', zooming),
      'strip, panning': await wheel(page, lone, '.timeline', panning),
      'strip, pointer over it': await hover(page, lone, '.heat-strip'),
    };
    return { openMs, tracksMs: [], frames, tracks: '' };
  });
}

/** Into a 1,000th of the session and out again. */
const zooming = (step: number): Partial<WheelEventInit> => ({ ctrlKey: true, deltaY: (step < STEPS / 2 ? -1 : 1) * 46 });
/** At a 16th of it, to and fro. */
const panning = (step: number): Partial<WheelEventInit> => ({ deltaX: 60 * Math.cos((step / STEPS) * 2 * Math.PI) });

type WheelEventInit = { readonly ctrlKey: boolean; readonly deltaX: number; readonly deltaY: number };

/** Turns the wheel once per frame over an element's middle. */
async function wheel(page: Page, lone: LonePage, selector: string, turn: (step: number) => Partial<WheelEventInit>): Promise<MovedFrames> {
  if (turn === panning) await page.evaluate(turning(selector, [{ ctrlKey: true, deltaY: Math.log(1 / 16) / 0.002 }]));
  const turns = Array.from({ length: STEPS }, (_, step) => turn(step));
  return counting(lone, () => page.evaluate(turning(selector, turns)));
}

function turning(selector: string, turns: readonly Partial<WheelEventInit>[]): string {
  return `(async () => {
    const over = document.querySelector(${JSON.stringify(selector)});
    const { left, top, width, height } = over.getBoundingClientRect();
    const place = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true };
    for (const turn of ${JSON.stringify(turns)}) {
      over.dispatchEvent(new WheelEvent('wheel', { ...place, ...turn }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  })()`;
}

async function scroll(page: Page, lone: LonePage): Promise<MovedFrames> {
  return counting(lone, () => page.evaluate(`laglensBench.scroll('.tracks', ${STEPS}, 8)`));
}

async function hover(page: Page, lone: LonePage, selector: string): Promise<MovedFrames> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page.`);
  return counting(lone, async () => {
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(box.x + (box.width * step) / (STEPS + 1), box.y + box.height * (0.5 + 0.3 * Math.sin(step)));
    }
  });
}

async function counting(lone: LonePage, act: () => Promise<unknown>): Promise<MovedFrames> {
  const before = await lone.scriptCpuMs();
  const frames = await lone.counting(act);
  return { ...frames, cpuMs: ((await lone.scriptCpuMs()) - before) / frames.scripts.length };
}
