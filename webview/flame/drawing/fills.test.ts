import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameAt } from '../../../core/analysis/calls/call-lines.ts';
import { ChartWriter } from '../../../core/analysis/calls/chart-writer.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { sampleStream, seededRandom } from '../../../tests/core/sample-stream.ts';
import type { Shade } from '../../ui/theme.ts';
import { movedByPixels, type Viewport } from '../../ui/viewport.ts';
import { depthOf, pieceOf } from '../call-item.ts';
import { chartRows } from '../chart-rows.ts';
import type { FlameItems } from '../items.ts';
import { type FlameRows, NO_BOX, type VisibleBoxes } from '../rows.ts';
import type { FillTheme } from './box-colors.ts';
import { type FillsInput, FlameFills } from './fills.ts';

function themeOf(...fills: readonly string[]): FillTheme {
  const shades: readonly Shade[] = fills.map((fill) => ({ fill, outline: fill, text: '#ffffff', fadedText: '#ffffff' }));
  const app = { app: shades, library: shades, native: shades, framework: shades, runtime: shades };
  const states = { idle: shades, unknown: shades };
  const steps = { more1: shades, more2: shades, more3: shades, same: shades, less1: shades, less2: shades, less3: shades };
  return { highContrast: false, background: '#000000', match: '#00ff00', muted: '#888888', frame: { ...app, ...states, ...steps } };
}

const theme = themeOf('#110000', '#220000', '#330000', '#440000');

/** A live session: more of it comes by and by. */
class Growing {
  readonly #messages = [...sampleStream({ seed: 5, samples: 6_000, threads: 1, depth: 30, methods: 50, nodes: 700 })].values();
  readonly #model = new SessionModel();
  #writer: ChartWriter | undefined;
  /** The colour of a call is that of its stack: one that is drawn as another is seen. */
  readonly items: FlameItems = {
    label: String,
    category: () => 'app',
    shade: (item) => (this.#writer ? frameAt(this.#writer.chart, this.#model.nodes.parent, depthOf(item), pieceOf(item)) % 4 : 0),
    certainty: () => 'certain',
    state: () => undefined,
    matches: () => true,
  };

  /** Takes so many messages, and gives all calls that are known by then. */
  more(messages: number): FlameRows {
    for (let taken = 0; taken < messages; taken++) {
      const next = this.#messages.next();
      if (next.done !== true) this.#model.apply(next.value);
    }
    const [thread] = this.#model.threads;
    assert.ok(thread);
    this.#writer ??= new ChartWriter(this.#model, thread);
    this.#writer.update();
    return chartRows(this.#writer.chart, this.#model.nodes, 0, this.#model.nowUs);
  }
}

const WIDTH = 211;

function fillsInput(flame: FlameRows, items: FlameItems, view: Viewport): FillsInput {
  const lastRow = flame.rows.length - 1;
  return { flame, items, view, searching: false, marks: false, searchVersion: 0, theme, firstRow: 2, lastRow, width: WIDTH, ratio: 1 };
}

/** Compares with a picture that is drawn at once; gives how many boxes have a label. */
function assertSame(fills: FlameFills, input: FillsInput): number {
  const fresh = new FlameFills();
  fresh.update(input);
  assert.deepEqual(fills.pixels, fresh.pixels);
  assert.deepEqual(fills.shown.pixels, fresh.shown.pixels);
  const wide = (of: FlameFills): readonly unknown[] => [...of.wide.values()].sort((a, b) => a.item - b.item);
  assert.deepEqual(wide(fills), wide(fresh));
  return fresh.wide.size;
}

test('a picture that was moved is the one that is drawn at once', () => {
  const random = seededRandom(3);
  const session = new Growing();
  const flame = session.more(9_000);
  let labels = 0;
  for (const share of [1, 0.3, 0.04, 0.005]) {
    const fills = new FlameFills();
    const spanUs = flame.toX * share;
    let fromX = flame.toX * 0.4 * random();
    for (let step = 0; step < 250; step++) {
      const view = fills.update(fillsInput(flame, session.items, { fromX, toX: fromX + spanUs }));
      assert.ok(Math.abs(view.fromX - fromX) <= (spanUs / WIDTH) * 0.501, 'it is at most half a pixel beside');
      labels += assertSame(fills, fillsInput(flame, session.items, view));
      fromX += spanUs * (random() - 0.5) * (step % 3 === 0 ? 2.2 : step % 3 === 1 ? 0.3 : 0.02);
    }
  }
  assert.ok(labels > 0);
});

test('a picture that is followed is the one that is drawn at once', () => {
  let labels = 0;
  for (const spanUs of [60_000_000, 4_000_000, 300_000]) {
    const session = new Growing();
    const fills = new FlameFills();
    for (let update = 0; update < 80; update++) {
      const flame = session.more(100);
      // Also where the session is shorter, and one time in five what comes is not followed.
      const toX = Math.max(spanUs, flame.toX);
      const view = update % 5 === 4 ? { fromX: 0, toX: spanUs } : { fromX: toX - spanUs, toX };
      labels += assertSame(fills, fillsInput(flame, session.items, fills.update(fillsInput(flame, session.items, view))));
    }
  }
  assert.ok(labels > 0);
});

/** One call from 0 on that lasts until `endX`. */
function lastingCall(source: object, endX: number): FlameRows {
  const visit = (view: Viewport, width: number, visitor: VisibleBoxes): void =>
    visitor.box(0, 0, 0, ((endX - view.fromX) * width) / (view.toX - view.fromX));
  const row = { begin: () => 0, end: () => endX, item: () => 0, has: () => true, first: () => 0, last: () => 0 };
  return {
    rows: [{ ...row, next: () => NO_BOX, previous: () => NO_BOX, firstEndingAfter: () => 0 }],
    source,
    fromX: 0,
    toX: endX,
    visitVisible: (_first, _last, view, width, visitor) => visit(view, width, visitor),
    parts: { steadyX: endX - 100, visit: ({ view, width }, visitor) => visit(view, width, visitor) },
  };
}

test('a call that changes its colour as it lasts is drawn again from its begin', () => {
  const source = {};
  const fills = new FlameFills();
  for (const [endX, shade] of [
    [1_000, 0],
    [1_050, 2],
    [1_100, 2],
  ] as const) {
    const items: FlameItems = { ...new Growing().items, shade: () => shade };
    const input = { ...fillsInput(lastingCall(source, endX), items, { fromX: 0, toX: 2_000 }), firstRow: 0, lastRow: 0 };
    assertSame(fills, { ...input, view: fills.update(input) });
  }
});

/** Fills of `theme` on black, and at 0.22: 0x11 * 0.22 = 3.74 -> 4, 0x22 -> 7, 0x33 -> 11, 0x44 -> 15. */
const pixels = [0x11, 0x22, 0x33, 0x44].map((blue) => 0xff000000 + blue);
const faded = [4, 7, 11, 15].map((blue) => 0xff000000 + blue);

test('each search colours the boxes as if it were the first, also after a move and with more samples', () => {
  const session = new Growing();
  let flame = session.more(8_000);
  const fills = new FlameFills();
  let fromX = 0;
  let wanted: number | undefined;
  const items = { ...session.items, matches: (item: number): boolean => session.items.shade(item) === wanted };
  for (const [step, shade] of [undefined, 2, 0, 0, 3, undefined, 1, 2, undefined].entries()) {
    wanted = shade;
    const searching = wanted !== undefined;
    const show = (): FillsInput => {
      const input = { ...fillsInput(flame, items, { fromX, toX: fromX + 50_000_000 }), searching, marks: searching, searchVersion: step };
      return { ...input, view: fills.update(input) };
    };
    assertSame(fills, show());
    const colors = new Set(fills.pixels.pixels);
    // A wide match keeps its fill, a narrow one has the colour of matches.
    assert.equal(colors.has(0xff00ff00), searching);
    for (const other of [0, 1, 2, 3].filter((each) => each !== wanted)) {
      assert.equal(colors.has(pixels[other] ?? 0), !searching, `${wanted}: fill ${other}`);
      assert.equal(colors.has(faded[other] ?? 0), searching, `${wanted}: faded ${other}`);
    }
    if (step % 3 === 2) fromX += 300_000;
    if (step === 6) flame = session.more(500);
    assertSame(fills, show());
  }
  const view = { fromX, toX: flame.toX };
  fills.update({ ...fillsInput(flame, items, view), theme: themeOf('#550000', '#660000', '#770000', '#880000') });
  assert.ok(
    pixels.every((pixel) => !fills.pixels.pixels.includes(pixel)),
    'another theme has other fills',
  );
});

test('an entry of the legend fades the other boxes, and marks none', () => {
  const session = new Growing();
  const flame = session.more(8_000);
  const items = { ...session.items, matches: (item: number): boolean => session.items.shade(item) === 2 };
  const fills = new FlameFills();
  fills.update({ ...fillsInput(flame, items, { fromX: 0, toX: 50_000_000 }), searching: true, searchVersion: 1 });
  const colors = new Set(fills.pixels.pixels);
  assert.deepEqual(
    [0xff00ff00, ...pixels, ...faded].map((color) => colors.has(color)),
    [false, false, false, true, false, true, true, false, true],
  );
});

test('views of one length are whole pixels apart', () => {
  assert.equal(movedByPixels({ fromX: 100, toX: 300 }, { fromX: 126, toX: 326 }, 20), 3);
  assert.equal(movedByPixels({ fromX: 100, toX: 300 }, { fromX: 74, toX: 274 }, 20), -3);
  assert.equal(movedByPixels({ fromX: 100, toX: 300 }, { fromX: 100, toX: 301 }, 20), undefined);
});
