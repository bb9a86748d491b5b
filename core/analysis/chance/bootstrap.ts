import { float64At, uint32At } from '../../columns/at.ts';
import type { Interval } from './interval.ts';
import { FixedRandom } from './random.ts';

/** Counts of each capture in a sample, and of each of its items. */
export interface Drawn {
  readonly captures: Uint32Array;
  /** Items of each capture. */
  readonly items: readonly Uint32Array[];
}

/** A number computed of captures. */
export interface Figure {
  /** Items of each capture that chance draws: lags, seconds. */
  readonly items: readonly number[];
  /** Undefined if nothing was drawn that has it. */
  of(drawn: Drawn): number | undefined;
}

const RESAMPLES = 1_000;
/** Draws in all, some seconds: with more items fewer samples do, as their noise is small. */
const MOST_DRAWS = 5_000_000;
const TAIL = 0.025;
/** Fewer samples have no tails. */
const LEAST_SAMPLES = 200;
/** So many of the samples must have a value. */
const LEAST_SHARE = 0.2;

/** Every capture and item once: the figure itself. */
export function figureValue(figure: Figure): number | undefined {
  const ones = (length: number): Uint32Array => new Uint32Array(length).fill(1);
  return figure.of({ captures: ones(figure.items.length), items: figure.items.map(ones) });
}

/**
 * The 95 % interval of `difference` over samples of the figures' captures and items (Efron's percentile bootstrap). Captures are
 * drawn with replacement, as lags of one capture resemble each other. Each of their items counts Poisson(1) times, so their number varies, too.
 * Undefined where chance cannot be estimated: one capture without items.
 * @param difference undefined for a sample that does not count
 */
export function* bootstrapInterval(
  figures: readonly Figure[],
  difference: (values: readonly (number | undefined)[]) => number | undefined,
): Generator<void, Interval | undefined> {
  if (figures.every(({ items }) => items.length < 2 && items.every((count) => count === 0))) return undefined;
  const items = figures.reduce((sum, figure) => sum + figure.items.reduce((all, count) => all + count, 0), 0);
  const samples = Math.max(LEAST_SAMPLES, Math.min(RESAMPLES, Math.floor(MOST_DRAWS / Math.max(1, items))));
  const random = new FixedRandom();
  const values: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    const value = difference(figures.map((figure) => figure.of(draw(figure, random))));
    if (value !== undefined) values.push(value);
    yield;
  }
  return middlePart(Float64Array.from(values), samples);
}

/**
 * Limits between which all but both tails of the values lie; undefined if too few samples have a value.
 * @param values they are sorted
 */
function middlePart(values: Float64Array, samples: number): Interval | undefined {
  if (values.length < samples * LEAST_SHARE) return undefined;
  values.sort();
  const at = (share: number): number => float64At(values, Math.round(share * (values.length - 1)));
  return { low: at(TAIL), high: at(1 - TAIL) };
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
