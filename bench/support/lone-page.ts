import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { STRINGS_ELEMENT, type ToPage } from '../../protocol/page-protocol.ts';
import { pageStrings } from '../../protocol/page-strings.ts';
import { unzip } from '../../tests/house/zip.ts';
import type { RecordedMain } from './bench-session.ts';
import { PageMeter } from './page-meter.ts';

/** Colours that VS Code's Default Dark Modern gives; which ones does not matter, that there are some does. */
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

/** Script and style of the page. */
export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** The page as it is in the .vsix. */
export async function bundleOf(vsix: string): Promise<PageBundle> {
  const files = unzip(await readFile(vsix));
  const text = (name: string): string => {
    const file = files.get(`extension/dist/${name}`);
    if (file === undefined) throw new Error(`The .vsix has no ${name}.`);
    return file.toString();
  };
  return { script: text('webview.js'), style: text('webview.css') };
}

/** What frames took, in milliseconds. */
export interface PanFrames {
  /** Of scripts, for each frame in which one ran. */
  readonly scripts: readonly number[];
  /** From one frame to the next. */
  readonly gaps: readonly number[];
  /** Of scripts, for each move of the pointer. */
  readonly moves: readonly number[];
}

/** The chunks with which a recording begins, and main's samples in them. */
export interface FirstChunks {
  readonly chunks: number;
  readonly samples: number;
}

/** Nine in ten chunks of a recording whose chunks hold about as many samples each. */
export function mostOf({ chunks, samples }: Pick<RecordedMain, 'chunks' | 'samples'>): FirstChunks {
  const most = Math.floor(chunks.length * 0.9);
  return { chunks: most, samples: Math.round((samples * most) / chunks.length) };
}

/** The page without VS Code around it. */
export class LonePage {
  readonly #page: Page;
  readonly #meter: PageMeter;
  /** Where the flame graph is, once it is asked for. */
  #box: Awaited<ReturnType<Locator['boundingBox']>> | undefined;

  private constructor(page: Page, meter: PageMeter) {
    this.#page = page;
    this.#meter = meter;
  }

  /** Loads the page anew. */
  static async open(page: Page, { script, style }: PageBundle): Promise<LonePage> {
    await page.goto('about:blank');
    await page.evaluate(await readFile(join(import.meta.dirname, 'in-page.js'), 'utf8'));
    const variables = Object.entries(theme).map(([name, value]) => `--vscode-${name}: ${value};`);
    await page.setContent(`<!DOCTYPE html>
<html style="${variables.join(' ')}">
<body class="vscode-dark">
<div id="page"></div>
<script type="application/json" id="${STRINGS_ELEMENT}">${JSON.stringify(pageStrings).replaceAll('<', '\\u003c')}</script>
</body>
</html>`);
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script });
    return new LonePage(page, await PageMeter.of(page));
  }

  /** Hands over a recording as the extension does with a file; gives the milliseconds from there to the picture of all of it. */
  async show({ chunks, samples }: Pick<RecordedMain, 'chunks' | 'samples'>): Promise<number> {
    await this.#begin(false, chunks);
    const shownMs: unknown = await this.#page.evaluate(`laglensBench.show(${samples})`);
    if (typeof shownMs !== 'number') throw new Error('The page did not say when it had drawn.');
    return shownMs;
  }

  /** Hands over a recording as one that is made right now: what comes first at once, then so many samples each second by the page's clock. */
  async follow({ chunks, samples }: Pick<RecordedMain, 'chunks' | 'samples'>, first: FirstChunks, perSecond: number): Promise<void> {
    await this.#begin(true, chunks);
    await this.#page.evaluate(`laglensBench.live(${first.chunks}, ${perSecond}, ${samples - first.samples})`);
  }

  /** Hands over a recording as one that is made right now, of which nothing has come yet; `feed` brings it. */
  async expect({ chunks }: Pick<RecordedMain, 'chunks'>): Promise<void> {
    await this.#begin(true, chunks);
  }

  /** Hands over so many bytes of what is expected, in pieces of this length, each when the picture of the one before is painted, if it draws. */
  async feed(bytes: number, length: number, draws: boolean): Promise<void> {
    await this.#page.evaluate(`laglensBench.feed(${bytes}, ${length}, ${draws})`);
  }

  /** Bytes that the page's scripts, documents and buffers hold, without what is garbage. */
  heldBytes(): Promise<number> {
    return this.#meter.heldBytes();
  }

  /** Nodes of documents that are held. */
  heldNodes(): Promise<number> {
    return this.#meter.heldNodes();
  }

  /** Samples that are on the screen. */
  async samples(): Promise<number> {
    return Number(await this.#page.locator('#page').getAttribute('data-samples'));
  }

  async #begin(live: boolean, chunks: readonly Uint8Array[]): Promise<void> {
    const appClasses = { packages: [], prefixes: ['com.example.shop.part1'] };
    await this.#keep({ type: 'begin', session: 'bench', title: 'bench', live, keepsNames: true, thresholdUs: 100_000, appClasses });
    await this.#keep({ type: 'phase', phase: live ? 'recording' : 'recorded', detail: '' });
    await this.#keepChunks(chunks);
  }

  /** CPU milliseconds of all that the page's main thread did so far. */
  mainCpuMs(): Promise<number> {
    return this.#meter.mainCpuMs();
  }

  /** CPU milliseconds of scripts in the page so far, by the kernel's count: what others did to a busy machine is not in it. */
  scriptCpuMs(): Promise<number> {
    return this.#meter.scriptCpuMs();
  }

  /** Presses a key where the focus is; gives the milliseconds until what it changed is on the screen. */
  async change(key: string): Promise<number> {
    const ms: unknown = await this.#page.evaluate(`laglensBench.change(${JSON.stringify(key)})`);
    if (typeof ms !== 'number') throw new Error('The page did not say when it had drawn.');
    return ms;
  }

  /** Width and height of the flame graph's canvas in pixels: `1400x800`. */
  async flameSize(): Promise<string> {
    const canvas = this.#page.locator('.flame:visible canvas');
    return `${await canvas.getAttribute('width')}x${await canvas.getAttribute('height')}`;
  }

  /** Halves the stretch that the flame graph shows, so often. */
  async zoomIn(times: number): Promise<void> {
    await this.#toMiddle(0);
    await this.#page.keyboard.down('Control');
    for (let time = 0; time < times; time++) await this.#page.mouse.wheel(0, Math.log(0.5) / 0.002);
    await this.#page.keyboard.up('Control');
  }

  /** Drags the flame graph to and fro in steps. */
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

  /** How many rows of the list of lags exist. */
  lagRows(): Promise<number> {
    return this.#page.locator('li.lag').count();
  }

  /** Scrolls the list of lags by so many pixels in each of so many frames. */
  async scrollList(steps: number, px: number): Promise<PanFrames> {
    return this.counting(() => this.#page.evaluate(`laglensBench.scroll('.lags', ${steps}, ${px})`));
  }

  /** Goes from single lags to groups and back, so often in all; milliseconds of each from the key to the frame after the change. */
  async switchGroups(times: number): Promise<readonly number[]> {
    const switches: unknown = await this.#page.evaluate(`laglensBench.press('G', ${times})`);
    if (!isNumbers(switches)) throw new Error('No switches were measured.');
    return switches;
  }

  /** What frames took while something was done on the page. */
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

  /** By an address that only this page's own requests reach: as text the bytes would leave much behind in the page's memory. */
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
