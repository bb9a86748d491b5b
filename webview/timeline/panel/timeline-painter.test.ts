import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shade, Theme } from '../../ui/theme.ts';
import type { TimelineContext } from '../timeline-context.ts';
import { trackFills } from '../track-fills.ts';
import { paintTimeline, type TimelineData } from './timeline-painter.ts';

const shades: readonly Shade[] = [];
const theme: Theme = {
  highContrast: false,
  background: 'background',
  foreground: 'foreground',
  muted: 'muted',
  line: 'line',
  focus: 'focus',
  match: 'match',
  busy: 'busy',
  offCore: 'offCore',
  waiting: 'waiting',
  idle: 'idle',
  neutral: 'neutral',
  second: 'second',
  mark: 'mark',
  band: { hitch: 'hitch', hang: 'hang', longHang: 'longHang', anr: 'anr', load: 'load' },
  frame: {
    app: shades,
    library: shades,
    native: shades,
    framework: shades,
    runtime: shades,
    idle: shades,
    unknown: shades,
    more1: shades,
    more2: shades,
    more3: shades,
    same: shades,
    less1: shades,
    less2: shades,
    less3: shades,
  },
  font: '',
  smallFont: '',
};

/** A canvas that remembers what was filled, and where strokes were clipped to. */
class Recorder implements TimelineContext {
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  globalAlpha = 1;
  font = '';
  textBaseline = 'alphabetic' as const;
  readonly filled: string[] = [];
  readonly hatched: string[] = [];
  readonly outlined: string[] = [];
  /** Top and height of what tells states apart. */
  states: readonly number[] = [];
  #clip = '';
  #rounded = '';
  #lines = 0;

  fillRect(...[x, , width]: [number, number, number, number]): void {
    this.filled.push(`${this.fillStyle} ${x}+${width}`);
  }
  rect(...[x, , width]: [number, number, number, number]): void {
    this.#clip = `${x}+${width}`;
  }
  beginPath(): void {
    this.#rounded = '';
    this.#lines = 0;
  }
  lineTo(): void {
    this.#lines++;
  }
  stroke(): void {
    if (this.#rounded !== '') this.outlined.push(`${this.strokeStyle} ${this.#rounded}`);
    if (this.#clip !== '' && this.#lines > 1) this.hatched.push(`${this.strokeStyle} ${this.#clip}`);
  }
  restore(): void {
    this.#clip = '';
  }
  measureText(): TextMetrics {
    throw new Error('Nothing has a name here.');
  }
  save(): void {}
  clip(): void {}
  moveTo(): void {}
  fill(): void {}
  fillText(): void {}
  roundRect(...[x, , width]: [number, number, number, number]): void {
    this.#rounded = `${x}+${width}`;
  }
  setLineDash(): void {}
  getTransform(): DOMMatrix {
    return Object.assign(Object.create(null), { a: 1 });
  }
  createImageData(width: number, height: number): ImageData {
    return Object.assign(Object.create(null), { data: new Uint8ClampedArray(4 * width * height) });
  }
  putImageData(...[pixels, , top]: [ImageData, number, number]): void {
    this.states = [top, pixels.data.length / 400];
  }
}

/** Ten seconds on 100 pixels. */
function painted(data: Partial<TimelineData>, height = 80): Recorder {
  const recorder = new Recorder();
  const view = { fromX: 0, toX: 10e6 };
  const empty = {
    session: {},
    whole: view,
    bounds: view,
    shown: view,
    second: undefined,
    activities: [],
    lags: [],
    stutters: [],
    marks: [],
    phases: [],
    runs: [],
    gaps: [],
    missingData: () => '',
    drops: [],
    garbage: [],
  };
  paintTimeline(recorder, 100, height, { ...empty, ...data }, theme, trackFills(theme));
  return recorder;
}

test('a zoomed timeline hatches and names only what is in its part', () => {
  // Seconds 4 and 5 on 100 pixels: of a gap from 2 to 5 s the half before 5.
  const bounds = { fromX: 4e6, toX: 6e6 };
  assert.deepEqual(painted({ bounds, gaps: [{ beginUs: 2e6, endUs: 5e6 }] }).hatched, ['muted -100+150']);
  // One to the end of an hour has no more lines than the page.
  const hour = painted({ bounds, gaps: [{ beginUs: 4e6, endUs: 3_600e6 }] });
  assert.deepEqual(hour.hatched, ['muted 0+100']);
});

test('a gap is hatched from where the link broke to where it was back', () => {
  assert.deepEqual(painted({}).hatched, []);
  assert.deepEqual(painted({ gaps: [{ beginUs: 2e6, endUs: 5e6 }] }).hatched, ['muted 20+30']);
});

test('a moment at which samples were dropped has a sign', () => {
  const signs = (recorder: Recorder): readonly string[] => recorder.filled.filter((each) => each.startsWith('foreground'));
  assert.deepEqual(signs(painted({})), []);
  assert.deepEqual(signs(painted({ drops: [{ atUs: 3e6 }, { atUs: 7e6 }] })), ['foreground 28+4', 'foreground 68+4']);
});

test('a stutter is an outline where its frames were late', () => {
  assert.deepEqual(painted({}).outlined, []);
  const stutter = { beginUs: 2e6, endUs: 3e6, about: () => '' };
  // Lines of one pixel lie between pixels: from 20 to 30.
  assert.deepEqual(painted({ stutters: [stutter] }).outlined, ['hitch 20.5+9']);
});

test('a low timeline keeps the height of its states, and takes it from the row of lags', () => {
  assert.deepEqual(painted({}, 84).states, [38, 46]);
  // As low pages have it.
  assert.deepEqual(painted({}, 73).states, [27, 46]);
  assert.deepEqual(painted({}, 40).states, [27, 13]);
});
