import type { RecordedMain } from '../support/bench-session.ts';
import { LonePage, type PageBundle } from '../support/lone-page.ts';
import { inNewBrowser } from '../viewer/measured-page.ts';
import { modelPage } from './model-page.ts';

/** Updates of a page in a second. */
const UPDATES = 10;
/** Everything was drawn once by then. */
const SETTLED_S = 60;

/** A page's memory at two times of a live session. */
export interface Held {
  readonly firstBytes: number;
  readonly lastBytes: number;
  /** Added document nodes. */
  readonly moreNodes: number;
}

/** Our page, one with all columns of ours, and one with the session's columns only. */
export interface LiveMemory {
  readonly page: Held;
  readonly columns: Held;
  readonly session: Held;
}

/**
 * Feeds a recording to a page as a live capture, several updates per painted frame: the same bytes and frames without waits. Measured after
 * the first minute and at the end.
 */
export async function liveMemory(
  bundle: PageBundle,
  recording: Pick<RecordedMain, 'chunks'>,
  seconds: number,
  atOnce: number,
  say: (line: string) => void,
): Promise<LiveMemory> {
  // All in the same pieces, as reserved column space depends on those.
  const measure = async (what: string, shown: PageBundle, draws: boolean): Promise<Held> => {
    const bytes = await held(shown, recording, seconds, atOnce, draws);
    say(`${what}: ${text(bytes)}`);
    return bytes;
  };
  return {
    page: await measure('page', bundle, true),
    columns: await measure('columns', await modelPage('all'), false),
    session: await measure('session', await modelPage('session'), false),
  };
}

/** Memory of pages with a live session's columns and no display. */
export async function columnsHeld(recording: Pick<RecordedMain, 'chunks'>, seconds: number): Promise<Omit<LiveMemory, 'page'>> {
  const columns = await held(await modelPage('all'), recording, seconds, 1, false);
  return { columns, session: await held(await modelPage('session'), recording, seconds, 1, false) };
}

/** @param atOnce updates fed together */
function held(bundle: PageBundle, recording: Pick<RecordedMain, 'chunks'>, seconds: number, atOnce: number, draws: boolean): Promise<Held> {
  return inNewBrowser(async (page) => {
    page.setDefaultTimeout(0);
    const lone = await LonePage.open(page, bundle);
    await lone.expect(recording);
    const bytes = recording.chunks.reduce((sum, { length }) => sum + length, 0);
    const piece = Math.ceil(bytes / (seconds * UPDATES));
    await lone.feed(SETTLED_S * UPDATES * piece, piece * atOnce, draws);
    const [firstBytes, firstNodes] = [await lone.heldBytes(), await lone.heldNodes()];
    await lone.feed(bytes, piece * atOnce, draws);
    return { firstBytes, lastBytes: await lone.heldBytes(), moreNodes: (await lone.heldNodes()) - firstNodes };
  });
}

/** Bytes by which it grew. */
export function growth({ firstBytes, lastBytes }: Held): number {
  return lastBytes - firstBytes;
}

function text({ firstBytes, lastBytes, moreNodes }: Held): string {
  return `${(firstBytes / 1e6).toFixed(1)} MB after a minute, ${(lastBytes / 1e6).toFixed(1)} MB at the end, ${moreNodes} nodes more`;
}
