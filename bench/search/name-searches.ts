import type { Page } from 'playwright-core';
import { LonePage, type PageBundle } from '../support/lone-page.ts';
import { median } from '../support/quantile.ts';
import { inNewBrowser } from '../viewer/measured-page.ts';
import type { ViewerRecording } from '../viewer/viewer-recording.ts';

/** Medians of several openings: one differs from the next by 30 ms. */
interface NameSearch {
  readonly text: string;
  /** Until count and boxes were on the screen. */
  readonly ms: number;
  /** Of the slowest opening. */
  readonly worstMs: number;
  /** CPU time of scripts in that. */
  readonly scriptMs: number;
  readonly found: string;
}

type Search = Omit<NameSearch, 'worstMs'>;

export interface NameSearches {
  readonly first: NameSearch;
  readonly others: readonly NameSearch[];
}

interface Wanted {
  readonly text: string;
  readonly regex?: boolean;
  readonly matchCase?: boolean;
}

/** As typed, letter by letter, then others: plain, by expression, by case, without a match. */
const searches: readonly Wanted[] = [
  { text: 'm' },
  { text: 'me' },
  { text: 'method12' },
  { text: 'class399.' },
  { text: 'Class399.', matchCase: true },
  { text: 'method12', matchCase: true },
  { text: '^com\\.example\\..*part1[0-9]\\..*method\\d*7$', regex: true },
  { text: '(show|method)4\\d{2,}', regex: true, matchCase: true },
  { text: 'nowhere to be found' },
];

const OPENINGS = 5;

const views = { 'over time': '1', 'summed up': '2' } as const;

/** Searches a recording in our page, in its own browser per view and opening. */
export async function searchNames(bundle: PageBundle, recording: ViewerRecording): Promise<Readonly<Record<string, NameSearches>>> {
  const found: Record<string, NameSearches> = {};
  for (const [view, key] of Object.entries(views)) {
    const openings: (readonly Search[])[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) {
      openings.push(await inNewBrowser((page) => searchIn(page, bundle, recording, key)));
    }
    const [first, ...others] = searches.map((_, at) => middle(openings.flatMap((each) => each[at] ?? [])));
    if (first === undefined) throw new Error('Nothing was searched for.');
    found[view] = { first, others };
  }
  return found;
}

function middle(all: readonly Search[]): NameSearch {
  const [one] = all;
  if (one === undefined) throw new Error('No opening was searched.');
  const ms = all.map((each) => each.ms);
  return { ...one, ms: median(ms), worstMs: Math.max(...ms), scriptMs: median(all.map(({ scriptMs }) => scriptMs)) };
}

async function searchIn(page: Page, bundle: PageBundle, recording: ViewerRecording, view: string): Promise<readonly Search[]> {
  const lone = await LonePage.open(page, bundle);
  await lone.show(recording);
  await lone.change(view);
  const done: Search[] = [];
  for (const wanted of searches) {
    await turnSwitches(page, wanted);
    const before = await lone.scriptCpuMs();
    const { ms, found } = await search(page, wanted.text);
    const label = `${wanted.regex ? `/${wanted.text}/` : wanted.text}${wanted.matchCase ? ' (Aa)' : ''}`;
    done.push({ text: label, ms, found, scriptMs: (await lone.scriptCpuMs()) - before });
  }
  return done;
}

/** Resolves in the frame that counts, shows and paints the search. */
const painted = `() => new Promise((resolve) => {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now());
    channel.port2.postMessage(undefined);
  });
})`;

async function turnSwitches(page: Page, { regex = false, matchCase = false }: Wanted): Promise<void> {
  await page.evaluate(`(async () => {
    const [caseSwitch, regexSwitch] = document.querySelectorAll('.text-field.search .search-switch');
    for (const [button, wanted] of [[caseSwitch, ${matchCase}], [regexSwitch, ${regex}]]) {
      if (button.ariaPressed !== String(wanted)) button.click();
    }
    await (${painted})();
  })()`);
}

/** Changes the search as a key would; measures up to a message from the frame that drew the boxes. */
async function search(page: Page, text: string): Promise<Pick<NameSearch, 'ms' | 'found'>> {
  const searched: unknown = await page.evaluate(`(async () => {
    const field = document.querySelector('.text-field.search input');
    const beginMs = performance.now();
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new Event('input'));
    const ms = (await (${painted})()) - beginMs;
    return { ms, found: document.querySelector('.search-field .matched').textContent };
  })()`);
  const { ms, found } = Object(searched);
  if (typeof ms !== 'number' || typeof found !== 'string' || found === '') throw new Error(`The page did not say what it found: ${found}`);
  return { ms, found };
}
