import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { LonePage, type PageBundle, type PanFrames } from '../support/lone-page.ts';
import { rendererMegabytes } from '../support/renderer-memory.ts';
import { inNewBrowser } from '../viewer/measured-page.ts';
import { giveSession } from './give-session.ts';

const STEPS = 150;

/** A file opened in the page alone. */
export interface OpenedHour {
  /** From the request of the file to the first picture, and to that of all. */
  readonly firstMs: number;
  readonly allMs: number;
  /** CPU of the page's main thread until then. */
  readonly cpuMs: number;
  /** Of the page's process beyond a blank one's: at most, and later. */
  readonly peakMegabytes: number;
  readonly megabytes: number;
  /** The same after panning and a collection. */
  readonly collectedMegabytes: number;
  /** At four zooms of the flame graph. */
  readonly pans: readonly PanFrames[];
  readonly lags: number;
}

/** Opens a session's file in the page, in its own browser. */
export async function openHour(bundle: PageBundle, path: string, pans: boolean): Promise<OpenedHour> {
  return inNewBrowser(async (page, grown) => {
    const blank = await rendererMegabytes(page, 'peak');
    const lone = await LonePage.open(page, bundle);
    await page.evaluate(await readFile(join(import.meta.dirname, 'in-page.js'), 'utf8'));
    await giveSession(page, path);
    await page.evaluate('laglensHour.keep()');
    const beforeMs = await lone.mainCpuMs();
    const { firstMs, allMs } = await open(page);
    const cpuMs = (await lone.mainCpuMs()) - beforeMs;
    const peakMegabytes = (await rendererMegabytes(page, 'peak')) - blank;
    const megabytes = await grown();
    const lags = Number(await page.locator('#page').getAttribute('data-lags'));
    const panned = pans ? await panAll(lone) : [];
    // Collects garbage.
    await lone.heldBytes();
    const collectedMegabytes = (await rendererMegabytes(page)) - blank;
    return { firstMs, allMs, cpuMs, peakMegabytes, megabytes, collectedMegabytes, lags, pans: panned };
  });
}

async function open(page: Page): Promise<{ readonly firstMs: number; readonly allMs: number }> {
  const appClasses = { packages: [], prefixes: ['com.example.shop.part1'] };
  const begin = { type: 'begin', session: 'bench', title: 'bench', live: false, keepsNames: true, thresholdUs: 100_000, appClasses };
  const opened: unknown = await page.evaluate(`laglensHour.open(${JSON.stringify(begin)})`);
  const { firstMs, allMs } = Object(opened);
  if (typeof firstMs !== 'number' || typeof allMs !== 'number') throw new Error('The page did not say when it had drawn.');
  return { firstMs, allMs };
}

async function panAll(lone: LonePage): Promise<readonly PanFrames[]> {
  const pans: PanFrames[] = [];
  for (const times of [1, 3, 4, 4]) {
    await lone.zoomIn(times);
    pans.push(await lone.pan(STEPS));
  }
  return pans;
}
