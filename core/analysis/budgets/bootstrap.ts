import { numberAt, uint32At } from '../../columns/at.ts';
import { FixedRandom } from './random.ts';

/** How often a sample has each capture, and each of its items. */
export interface Drawn {
  readonly captures: Uint32Array;
  /** By capture. */
  readonly items: readonly Uint32Array[];
}

/** A number computed of captures. */
export interface Figure {
  /** Items of each capture that chance draws: lags, seconds. */
  readonly items: readonly number[];
  /** Undefined if nothing was drawn that has it. */
  of(drawn: Drawn): number | undefined;
}

/** Limits of the middle part of all samples. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 1_000;
const TAIL = 0.025;
/** Fewer values have no tails. */
const LEAST_VALUES = 200;

/** Every capture and item once: the figure itself. */
export function figureValue(figure: Figure): number | undefined {
  const ones = (length: number): Uint32Array => new Uint32Array(length).fill(1);
  return figure.of({ captures: ones(figure.items.length), items: figure.items.map(ones) });
}

/**
 * The interval of `difference`, 95 % unless said, over samples of the figures' captures and items (Efron's percentile bootstrap). Captures are drawn with
 * replacement, as lags of one capture resemble each other. Each of their items counts Poisson(1) times, so the number of items varies, too.
 * Undefined where chance cannot be estimated: one capture without items.
 * @param difference undefined for a sample that does not count
 * @param tail share of samples beyond each limit
 */
export function* bootstrapInterval(
  figures: readonly Figure[],
  difference: (values: readonly (number | undefined)[]) => number | undefined,
  tail: number = TAIL,
): Generator<void, Interval | undefined> {
  if (figures.every(({ items }) => items.length < 2 && items.every((count) => count === 0))) return undefined;
  const random = new FixedRandom();
  const values: number[] = [];
  for (let sample = 0; sample < RESAMPLES; sample++) {
    const value = difference(figures.map((figure) => figure.of(draw(figure, random))));
    if (value !== undefined) values.push(value);
    yield;
  }
  if (values.length < LEAST_VALUES) return undefined;
  values.sort((a, b) => a - b);
  const at = (share: number): number => numberAt(values, Math.round(share * (values.length - 1)));
  return { low: at(tail), high: at(1 - tail) };
}

function draw({ items }: Figure, random: FixedRandom): Drawn {
  const captures = new Uint32Array(items.length);
  const drawn = items.map((count) => new Uint32Array(count));
  for (let turn = 0; turn < items.length; turn++) {
    const capture = random.index(items.length);
    captures[capture] = uint32At(captures, capture) + 1;
    const times = drawn[capture];
    if (times === undefined) continue;
    for (let item = 0; item < times.length; item++) times[item] = uint32At(times, item) + random.poisson();
  }
  return { captures, items: drawn };
}
