import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chunksOf } from '../../../bench/support/bench-session.ts';
import { bundleOf, LonePage, mostOf, type PageBundle } from '../../../bench/support/lone-page.ts';
import { joinBytes } from '../../../core/join-bytes.ts';
import { SessionStream } from '../../../core/session/file/session-stream.ts';
import { Encoder } from '../../../core/wire/encoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { buildVsix } from '../../../scripts/setup/vsix.ts';
import { helloMessage, processMessage } from '../../core/sample-stream.ts';
import { type Browser, openBrowser } from '../harness/browser.ts';
import { eventually } from '../harness/eventually.ts';

// The page of the .vsix alone in Chromium: what a session may hold at worst is drawn or explained, and never an error.

const START = 1_000_000_000;
const HOUR_US = 3_600_000_000;
const settings: Message = { type: 'settings', intervalUs: 10_000, threads: 1, depth: 2_048, walkAlways: 0 };
const main = thread(1, 'main', 1);

function thread(id: number, name: string, flags = 0): Message<'thread'> {
  return { type: 'thread', thread: id, tid: 4_000 + id, name, group: 'main', flags, atUs: START };
}

function method(id: number, className: string, name: string): Message<'method'> {
  return { type: 'method', id, class: className, name, signature: '()V', sourceFile: 'Deep.java', modifiers: 1 };
}

function node(id: number, parent: number, line = 1): Message<'node'> {
  return { type: 'node', id, parent, method: 1, line, pc: -1 };
}

function sample(id: number, atUs: number, node = 1): Message<'sample'> {
  return { type: 'sample', thread: id, atUs, node, state: 0, cpuUs: 9_000 };
}

let browser: Browser;
let bundle: PageBundle;
const errors: string[] = [];

before(async () => {
  bundle = await bundleOf(await buildVsix(() => undefined));
  browser = await openBrowser();
  browser.page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
});

after(() => browser.close());

/** Opens the session in the page, in each of its views; fails on any error in the page. */
async function openInEachView(messages: readonly Message[], samples: number, size = { width: 1280, height: 800 }): Promise<string> {
  const stream = new SessionStream();
  const encoder = new Encoder();
  const parts = [stream.record(processMessage(0)).bytes];
  const all: readonly Message[] = [helloMessage(START), settings, ...messages, { type: 'tick', atUs: START + 1_000_000, rounds: 1 }];
  for (let at = 0; at < all.length; at += 1_000) {
    parts.push(stream.agentBytes(joinBytes(all.slice(at, at + 1_000).map((message) => encoder.encode(message)))).bytes);
  }
  assert.equal(stream.failure, undefined);
  await browser.page.setViewportSize(size);
  const page = await LonePage.open(browser.page, bundle);
  await page.show({ chunks: await chunksOf(parts), samples });
  const notes = browser.page.locator('header .notes');
  if (await notes.isVisible()) await notes.click();
  for (const key of ['2', '3', '4', 't', '1']) {
    await browser.page.keyboard.press(key);
    // Two frames: what a key changes is drawn in the first of them.
    await browser.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  }
  const shown = await eventually(
    async () => ({ words: await browser.page.locator('#page').innerText(), colours: size.width > 1 ? await coloursOfFlame() : 2 }),
    ({ words, colours }) => assert.ok(colours > 1 || /has no samples|No samples in this range/.test(words), 'the flame graph is blank'),
  );
  assert.deepEqual(errors, []);
  assert.equal(await browser.page.locator('.fatal').isVisible(), false);
  return shown.words;
}

/** Number of colours of the shown flame graph. */
async function coloursOfFlame(): Promise<number> {
  const count: unknown = await browser.page.evaluate(`(() => {
    const canvas = [...document.querySelectorAll('.flame canvas')].find((each) => each.offsetParent !== null && each.width > 0);
    if (canvas === undefined) return 0;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  })()`);
  return Number(count);
}

test('a stack of 10,000 frames is drawn as far as it is kept, and the page says that it was cut', async () => {
  const deep = Array.from({ length: 10_000 }, (_, index) => node(index + 1, index, index + 1));
  const samples = [sample(1, START + 10_000, 10_000), sample(1, START + 20_000, 9_000), sample(1, START + 30_000, 1)];
  const shown = await openInEachView([main, method(1, 'La/Deep;', 'call'), ...deep, ...samples], 3);
  assert.match(shown, /2 samples were cut at 2048 frames/);
});

test('a name of 100 KB is drawn', async () => {
  // A text may have 64 KB.
  const long = 'n'.repeat(50_000);
  await openInEachView([main, method(1, `La/${long};`, long), node(1, 0), sample(1, START + 10_000), sample(1, START + 200_000)], 2);
});

test('5,000 threads are drawn', async () => {
  const threads = Array.from({ length: 5_000 }, (_, index) => thread(index + 2, `pool-${index}`));
  const seen = threads.map((each, index) => sample(each.thread, START + 20_000 + index));
  const shown = await openInEachView([main, method(1, 'La/Deep;', 'call'), node(1, 0), ...threads, sample(1, START + 10_000), ...seen], 1);
  assert.match(shown, /5,?001/);
});

test('a session without samples says so', async () => {
  const shown = await openInEachView([main], 0);
  assert.match(shown, /This session has no samples/);
});

test('one sample is drawn', async () => {
  await openInEachView([main, method(1, 'La/Deep;', 'call'), node(1, 0), sample(1, START + 10_000)], 1);
});

const jumps: readonly Message[] = [
  main,
  method(1, 'La/Deep;', 'call'),
  node(1, 0),
  sample(1, START + HOUR_US),
  sample(1, START + 5),
  sample(1, START + 3 * HOUR_US),
  sample(1, START + 20),
];

test('times that go back and clocks that jump by hours are drawn', async () => {
  await openInEachView(jumps, 4);
});

test('a panel without room shows nothing and fails at nothing', async () => {
  await openInEachView(jumps, 4, { width: 1, height: 1 });
});

test('a panel of no size that is given room draws what it could not', async () => {
  await openInEachView(jumps, 4);
  const style = (css: string): Promise<unknown> => browser.page.evaluate(`document.getElementById('page').style.cssText = '${css}'`);
  const drawn = `(() => {
    const canvas = document.querySelector('.timeline canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return canvas.width > 1 && data.some((value, at) => at % 4 < 3 && value !== data[at % 4]);
  })()`;
  await style('display: none');
  await browser.page.waitForFunction(`document.querySelector('.timeline canvas').width <= 1`);
  assert.equal(await browser.page.evaluate(drawn), false);
  await style('');
  await browser.page.waitForFunction(drawn);
  assert.deepEqual(errors, []);
});

test('threads, methods and stacks that are reported twice, and stacks below one that was never reported, are drawn', async () => {
  const announced = [main, method(1, 'La/Deep;', 'call'), node(1, 0), node(2, 1)];
  const again = [thread(1, 'other', 1), method(1, 'Lb/Other;', 'called'), node(1, 0, 7), node(2, 9_999)];
  await openInEachView(
    [...announced, sample(1, START + 10_000, 2), ...again, sample(1, START + 300_000, 2), sample(1, START + 310_000, 77)],
    3,
  );
});

test('a message that takes no time and one that ends before it began are no lags', async () => {
  const message = (type: 'messageBegin' | 'messageEnd', atUs: number): Message => ({
    type,
    thread: 1,
    atUs,
    target: 0,
    callback: 0,
    what: 0,
  });
  const times = [0, 0, 50_000, 40_000, 60_000, 260_000].map((us, index) =>
    message(index % 2 === 0 ? 'messageBegin' : 'messageEnd', START + us),
  );
  const shown = await openInEachView([main, method(1, 'La/Deep;', 'call'), node(1, 0), ...times, sample(1, START + 270_000)], 1);
  // The last one took 200 ms.
  assert.match(shown, /Lags 1\b/);
});

test('code without any symbols is drawn', async () => {
  const native = (id: number, parent: number): Message => ({ type: 'nativeNode', id, parent, image: 0, offset: 0x7f00_0000 + id });
  await openInEachView([main, native(1, 0), native(2, 1), sample(1, START + 10_000, 2), sample(1, START + 200_000, 2)], 2);
});

test('a theme that changes while a capture goes on, to one without fonts, is followed by the picture', async () => {
  const stream = new SessionStream();
  const encoder = new Encoder();
  const parts = [stream.record(processMessage(0)).bytes];
  const samples = Array.from({ length: 2_000 }, (_, index) => sample(1, START + 10_000 * (index + 1)));
  const announced: readonly Message[] = [helloMessage(START), settings, main, method(1, 'La/Deep;', 'call'), node(1, 0)];
  for (const message of [...announced, ...samples]) parts.push(stream.agentBytes(encoder.encode(message)).bytes);
  await browser.page.setViewportSize({ width: 900, height: 700 });
  const page = await LonePage.open(browser.page, bundle);
  const recording = { chunks: await chunksOf(parts), samples: samples.length };
  await page.follow(recording, mostOf(recording), 200);
  await browser.page.evaluate(`{
    const { style } = document.documentElement;
    style.setProperty('--vscode-editor-background', '#ffffff');
    style.setProperty('--vscode-font-family', '"no such font"');
    document.body.className = 'vscode-light';
  }`);
  await browser.page.waitForFunction(`(() => {
    const canvas = document.querySelector('.timeline canvas');
    return canvas.getContext('2d').getImageData(canvas.width - 1, 3, 1, 1).data.join() === '255,255,255,255';
  })()`);
  assert.deepEqual(errors, []);
});

test('the focus and the selection among warnings stay while a silence is counted up, begins and ends', async () => {
  const { page } = browser;
  const stream = new SessionStream();
  const encoder = new Encoder();
  const off = (name: string) => ({ name, enabled: 0, why: 'It has none.' });
  const hello = helloMessage(START, { capabilities: [off('sourceFiles'), off('gcPauses')] });
  const announced: readonly Message[] = [hello, settings, main, method(1, 'La/Deep;', 'call'), node(1, 0), sample(1, START + 10_000)];
  const parts = [stream.record(processMessage(0)).bytes, ...announced.map((message) => stream.agentBytes(encoder.encode(message)).bytes)];
  const last = 10;
  const chunks = await chunksOf(parts);
  const first = chunks.reduce((sum, { length }) => sum + length, 0) - last;
  const count = page.locator('.warnings [data-code="noData"]');
  /** Waits until the silence is reported with another number. */
  const countUp = async (): Promise<void> => {
    const before = await count.textContent();
    await eventually(
      () => count.textContent(),
      (now) => assert.notEqual(now, before),
    );
  };
  const focused = (): Promise<unknown> =>
    page.evaluate('document.activeElement === document.body ? undefined : document.activeElement.textContent');

  // So narrow, notes are behind their button.
  await page.setViewportSize({ width: 300, height: 700 });
  const lone = await LonePage.open(page, bundle);
  await lone.expect({ chunks });
  await lone.feed(first, first, true);
  const notes = page.locator('header .notes');
  await notes.focus();
  await count.waitFor({ state: 'attached' });
  await countUp();
  assert.equal(await page.evaluate("document.activeElement.matches('.notes')"), true);

  await page.keyboard.press('Enter');
  await count.waitFor();
  await page.locator('.warnings summary').first().focus();
  const sentence = await focused();
  assert.match(String(sentence), /does not report source files/);
  await page.keyboard.press('Enter');
  await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.warnings details[open] p'))`);
  await countUp();
  assert.equal(await focused(), sentence);
  await lone.feed(last, last, true);
  await count.waitFor({ state: 'detached' });
  assert.equal(await focused(), sentence);
  assert.equal(await page.evaluate('String(getSelection())'), 'sourceFiles: It has none.');
  assert.equal(await page.locator('.warnings details[open]').count(), 1);
  assert.deepEqual(errors, []);
});
