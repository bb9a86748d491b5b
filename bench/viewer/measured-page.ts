import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../tests/e2e/harness/browser.ts';
import { rendererMegabytes } from '../support/renderer-memory.ts';
import type { Peers } from './peers.ts';

/** A viewer's cost for a profile. */
export interface Opened {
  /** From the file's bytes to the first paint; undefined beyond the limit. */
  readonly seconds: number | undefined;
  /** Growth of the page's process beyond a blank page. */
  readonly megabytes: number;
}

/** Limit for peers. */
export const LIMIT_SECONDS = 120;
/** Gives our page's flame graph 1400x800 pixels, or nearly. */
const WINDOW = { width: 1710, height: 1160 };

/** Measures a page in its own browser. `grown` gives its process' megabytes beyond a blank page. */
export async function inNewBrowser<T>(measure: (page: Page, grown: () => Promise<number>) => Promise<T>): Promise<T> {
  const browser = await openBrowser(WINDOW);
  try {
    const { page } = browser;
    await page.goto('about:blank');
    const before = await rendererMegabytes(page);
    return await measure(page, async () => (await rendererMegabytes(page)) - before);
  } finally {
    await browser.close();
  }
}

/** Opens a profile in speedscope by its button *Browse*: from the file's choice to the frame after the paint. */
export function openInSpeedscope(peers: Peers, path: string): Promise<Opened> {
  return inNewBrowser(async (page, grown) => {
    await page.route('http://127.0.0.1/**', async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
      const body = await readFile(join(peers.speedscope, name)).catch(() => undefined);
      if (body === undefined) await route.fulfill({ status: 404 });
      else await route.fulfill({ body, contentType: types[extname(name)] ?? 'application/octet-stream' });
    });
    await page.goto('http://127.0.0.1/');
    await page.evaluate(`(() => {
      addEventListener('change', () => {
        const beginMs = performance.now();
        // Its flame chart has a canvas for the labels over the one of WebGL, and so has the overview above it.
        const look = () => {
          if (document.querySelectorAll('canvas').length < 3) requestAnimationFrame(look);
          else requestAnimationFrame(() => requestAnimationFrame(() => (window.shownMs = performance.now() - beginMs)));
        };
        look();
      }, { capture: true });
    })()`);
    await page.setInputFiles('input[type=file]', path);
    return { seconds: await shownSeconds(page), megabytes: await grown() };
  });
}

/** Draws a tree with d3-flame-graph: from its text to the frame after the paint. */
export function openInD3(peers: Peers, tree: string): Promise<Opened> {
  return inNewBrowser(async (page, grown) => {
    await page.setContent('<div id="chart"></div>');
    await page.addStyleTag({ content: peers.d3Style });
    await page.addScriptTag({ content: peers.d3Script });
    const headers = { 'access-control-allow-origin': '*' };
    await page.route('http://127.0.0.1/tree', (route) => route.fulfill({ body: tree, headers }));
    await page.evaluate(`void (async () => {
      const text = await (await fetch('http://127.0.0.1/tree')).text();
      const beginMs = performance.now();
      drawFlameGraph(document.getElementById('chart'), JSON.parse(text));
      requestAnimationFrame(() => requestAnimationFrame(() => (window.shownMs = performance.now() - beginMs)));
    })()`);
    return { seconds: await shownSeconds(page), megabytes: await grown() };
  });
}

async function shownSeconds(page: Page): Promise<number | undefined> {
  const handle = await page
    .waitForFunction('window.shownMs', undefined, { timeout: LIMIT_SECONDS * 1_000, polling: 250 })
    .catch(() => undefined);
  const ms: unknown = await handle?.jsonValue();
  return typeof ms === 'number' ? ms / 1_000 : undefined;
}
