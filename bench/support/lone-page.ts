import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { ToPage } from '../../protocol/page-protocol.ts';
import { unzip } from '../../tests/house/zip.ts';
import type { RecordedMain } from './bench-session.ts';
import { PageMeter } from './page-meter.ts';

/** VS Code's Default Dark Modern; any colours do. */
const theme = {
  'font-family': 'sans-serif',
  'font-size': '13px',
  foreground: '#cccccc',
  descriptionForeground: '#9d9d9d',
  focusBorder: '#0078d4',
  'editor-background': '#1f1f1f',
  'editor-foreground': '#cccccc',
  'panel-border': '#2b2b2b',
  'charts-blue': '#3794ff',
  'charts-green': '#89d185',
  'charts-yellow': '#cca700',
  'charts-orange': '#d18616',
  'charts-red': '#f14c4c',
  'charts-purple': '#b180d7',
};

export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

export async function bundleOf(vsix: string): Promise<PageBundle> {
  const files = unzip(await readFile(vsix));
  const text = (name: string): string => {
    const file = files.get(`extension/dist/${name}`);
    if (file === undefined) throw new Error(`The .vsix has no ${name}.`);
    return file.toString();
  };
  return { script: text('webview.js'), style: text('webview.css') };
}

export interface PanFrames {
  /** Of scripts, per frame with any. */
  readonly scripts: readonly number[];
  /** From one frame to the next. */
  readonly gaps: readonly number[];
  /** Of scripts, per move of the pointer. */
  readonly moves: readonly number[];
}

/** A recording's first chunks, and main's samples in them. */
export interface FirstChunks {
  readonly chunks: number;
  readonly samples: number;
}

/** Nine in ten chunks of a recording with about equal ones. */
export function mostOf({ chunks, samples }: Pick<RecordedMain, 'chunks' | 'samples'>): FirstChunks {
  const most = Math.floor(chunks.length * 0.9);
  return { chunks: most, samples: Math.round((samples * most) / chunks.length) };
}

/** The page without VS Code around it. */
export class LonePage {
  readonly #page: Page;
  readonly #meter: PageMeter;
  #box: Awaited<ReturnType<Locator['boundingBox']>> | undefined;

  private constructor(page: Page, meter: PageMeter) {
    this.#page = page;
    this.#meter = meter;
  }

  /** Reloads the page. */
  static async open(page: Page, { script, style }: PageBundle): Promise<LonePage> {
    await page.goto('about:blank');
    await page.evaluate(await readFile(join(import.meta.dirname, 'in-page.js'), 'utf8'));
    const variables = Object.entries(theme).map(([name, value]) => `--vscode-${name}: ${value};`);
    await page.setContent(`<!DOCTYPE html>
<html style="${variables.join(' ')}">
<body class="vscode-dark">
<div id="page"></div>
</body>
</html>`);
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    return new LonePage(page, await PageMeter.of(page));
  }

  /** Passes a recording as the extension passes a file; milliseconds until all of it is painted. */
  async show({ chunks, samples }: Pick<RecordedMain, 'chunks' | 'samples'>): Promise<number> {
    await this.#begin(false, chunks);
    const shownMs: unknown = await this.#page.evaluate(`laglensBench.show(${samples})`);
    if (typeof shownMs !== 'number') throw new Error('The page did not say when it had drawn.');
    return shownMs;
  }

  /** Passes a live recording: the beginning at once, then some samples per second by the page's clock. */
  async follow({ chunks, samples }: Pick<RecordedMain, 'chunks' | 'samples'>, first: FirstChunks, perSecond: number): Promise<void> {
    await this.#begin(true, chunks);
    await this.#page.evaluate(`laglensBench.live(${first.chunks}, ${perSecond}, ${samples - first.samples})`);
  }

  /** Announces a live recording, which `feed` brings. */
  async expect({ chunks }: Pick<RecordedMain, 'chunks'>): Promise<void> {
    await this.#begin(true, chunks);
  }

  /** Feeds the next bytes in pieces of this length, each after the paint of the one before, if it draws. */
  async feed(bytes: number, length: number, draws: boolean): Promise<void> {
    await this.#page.evaluate(`laglensBench.feed(${bytes}, ${length}, ${draws})`);
  }

  /** Bytes of the page's scripts, documents and buffers, without garbage. */
  heldBytes(): Promise<number> {
    return this.#meter.heldBytes();
  }

  /** Held nodes of documents. */
  heldNodes(): Promise<number> {
    return this.#meter.heldNodes();
  }

  async samples(): Promise<number> {
    return Number(await this.#page.locator('#page').getAttribute('data-samples'));
  }

  async #begin(live: boolean, chunks: readonly Uint8Array[]): Promise<void> {
    const appClasses = { packages: [], prefixes: ['com.example.shop.part1'] };
    await this.#keep({ type: 'begin', session: 'bench', title: 'bench', live, keepsNames: true, thresholdUs: 100_000, appClasses });
    await this.#keep({ type: 'phase', phase: live ? 'recording' : 'recorded', detail: '' });
    await this.#keepChunks(chunks);
  }

  /** CPU milliseconds of the page's main thread. */
  mainCpuMs(): Promise<number> {
    return this.#meter.mainCpuMs();
  }

  /** CPU milliseconds of the page's scripts, by the kernel's count: a busy machine does not add to it. */
  scriptCpuMs(): Promise<number> {
    return this.#meter.scriptCpuMs();
  }

  /** Presses a key; milliseconds until the change is on the screen. */
  async change(key: string): Promise<number> {
    const ms: unknown = await this.#page.evaluate(`laglensBench.change(${JSON.stringify(key)})`);
    if (typeof ms !== 'number') throw new Error('The page did not say when it had drawn.');
    return ms;
  }

  /** Canvas size of the flame graph in pixels: `1400x800`. */
  async flameSize(): Promise<string> {
    const canvas = this.#page.locator('.flame:visible canvas');
    return `${await canvas.getAttribute('width')}x${await canvas.getAttribute('height')}`;
  }

  /** Halves the flame graph's range repeatedly. */
  async zoomIn(times: number): Promise<void> {
    await this.#toMiddle(0);
    await this.#page.keyboard.down('Control');
    for (let time = 0; time < times; time++) await this.#page.mouse.wheel(0, Math.log(0.5) / 0.002);
    await this.#page.keyboard.up('Control');
  }

  /** Drags the flame graph to and fro. */
  async pan(steps: number): Promise<PanFrames> {
    await this.#toMiddle(0);
    await this.#page.mouse.down();
    await this.#toMiddle(20);
    await this.#page.evaluate('laglensBench.countFrames()');
    for (let step = 1; step <= steps; step++) await this.#toMiddle(20 + 300 * Math.sin((step / steps) * 2 * Math.PI));
    const frames = await this.#frames();
    await this.#page.mouse.up();
    return frames;
  }

  /** Moves the pointer over the flame graph, from box to box. */
  async hover(steps: number): Promise<PanFrames> {
    await this.#toMiddle(0);
    await this.#page.evaluate('laglensBench.countFrames()');
    for (let step = 1; step <= steps; step++) {
      const turn = (step / steps) * 2 * Math.PI;
      await this.#toMiddle(400 * Math.sin(3 * turn), 300 * Math.cos(5 * turn));
    }
    return this.#frames();
  }

  lagRows(): Promise<number> {
    return this.#page.locator('li.lag').count();
  }

  /** Scrolls the list of lags by some pixels per frame. */
  async scrollList(steps: number, px: number): Promise<PanFrames> {
    return this.counting(() => this.#page.evaluate(`laglensBench.scroll('.lags', ${steps}, ${px})`));
  }

  /** Switches between lags and groups; milliseconds of each, from the key to the frame after the change. */
  async switchGroups(times: number): Promise<readonly number[]> {
    const switches: unknown = await this.#page.evaluate(`laglensBench.press('G', ${times})`);
    if (!isNumbers(switches)) throw new Error('No switches were measured.');
    return switches;
  }

  /** Frames during an action on the page. */
  async counting(act: () => Promise<unknown>): Promise<PanFrames> {
    await this.#page.evaluate('laglensBench.countFrames()');
    await act();
    return this.#frames();
  }

  async #frames(): Promise<PanFrames> {
    const frames: unknown = await this.#page.evaluate('laglensBench.frames()');
    const { scripts, gaps, moves } = Object(frames);
    if (!isNumbers(scripts) || !isNumbers(gaps) || !isNumbers(moves)) throw new Error('No frames were counted.');
    return { scripts, gaps, moves };
  }

  async #toMiddle(right: number, down = 0): Promise<void> {
    this.#box ??= await this.#page.locator('.flame:visible').boundingBox();
    if (this.#box === null) throw new Error('There is no flame graph on the page.');
    await this.#page.mouse.move(this.#box.x + this.#box.width / 2 + right, this.#box.y + this.#box.height / 2 + down);
  }

  async #keep(message: Exclude<ToPage, { type: 'bytes' }>): Promise<void> {
    await this.#page.evaluate(`laglensBench.keep(${JSON.stringify(message)})`);
  }

  /** By an address that only this page's requests reach: text would leave much in its memory. */
  async #keepChunks(chunks: readonly Uint8Array[]): Promise<void> {
    const url = 'http://127.0.0.1/recording';
    const headers = { 'access-control-allow-origin': '*' };
    await this.#page.route(url, (route) => route.fulfill({ body: Buffer.concat(chunks), headers }));
    await this.#page.evaluate(`laglensBench.keepChunks('${url}', ${JSON.stringify(chunks.map((chunk) => chunk.length))})`);
    await this.#page.unroute(url);
  }
}

function isNumbers(values: unknown): values is readonly number[] {
  return Array.isArray(values) && values.every((value: unknown) => typeof value === 'number');
}
