import { float64At, numberAt, uint8At, uint32At } from '../../columns/at.ts';
import { type Interval, middlePart } from './bootstrap.ts';
import type { FixedRandom } from './random.ts';

const MINUTE_US = 60_000_000;
const MOST_SAMPLES = 1_000;
/** Fewer samples have no tails. */
const LEAST_SAMPLES = 200;
/** A byte each: with more items fewer samples do, as their noise is small. */
const MOST_DRAWS = 20_000_000;
const MOST_COUNT = 255;

/** A capture whose items chance draws. */
interface DrawnCapture {
  readonly items: number;
  readonly observedUs: number;
}

/** Items of a set, numbered through its captures, with a weight each. */
export interface WeighedItems {
  readonly items: readonly number[];
  readonly weights: readonly number[];
}

/**
 * Samples of a set's captures and items as `bootstrapInterval` takes them, drawn once for the rates of many of its parts. Each interval is as
 * good as one from own draws; only their errors resemble each other.
 */
export class RateDraws {
  readonly samples: number;
  /** One capture at most: chance cannot be estimated for a part without items. */
  readonly isSingle: boolean;
  readonly #allUs: number;
  /** Observed time by sample. */
  readonly #observedUs: Float64Array;
  /** By item, then by sample. */
  readonly #counts: Uint8Array;

  private constructor(captures: readonly DrawnCapture[], samples: number) {
    this.samples = samples;
    this.isSingle = captures.length < 2;
    this.#allUs = sum(captures.map(({ observedUs }) => observedUs));
    this.#observedUs = new Float64Array(samples);
    this.#counts = new Uint8Array(sum(captures.map(({ items }) => items)) * samples);
  }

  /** A step per item. @param random sets to compare must not draw the same numbers */
  static *of(captures: readonly DrawnCapture[], samples: number, random: FixedRandom): Generator<void, RateDraws> {
    const draws = new RateDraws(captures, samples);
    const drawn = drawnTimes(captures.length, samples, random);
    let cell = 0;
    for (const [at, { items, observedUs }] of captures.entries()) {
      const times = drawn[at];
      if (times === undefined) continue;
      draws.#observe(times, observedUs);
      for (let item = 0; item < items; item++, cell += samples) {
        drawItem(draws.#counts, cell, times, random);
        yield;
      }
    }
    return draws;
  }

  /** Weights per observed minute; undefined without observed time. */
  rate({ weights }: WeighedItems): number | undefined {
    return this.#allUs > 0 ? (sum(weights) * MINUTE_US) / this.#allUs : undefined;
  }

  /** The same by sample; NaN where only captures without observed time were drawn. */
  rates({ items, weights }: WeighedItems): Float64Array {
    const { samples } = this;
    const rates = new Float64Array(samples);
    let at = 0;
    for (; at + 4 <= items.length; at += 4) addRows(rates, this.#counts, { items, weights }, at);
    for (; at < items.length; at++) addRow(rates, this.#counts, numberAt(items, at) * samples, numberAt(weights, at));
    for (let sample = 0; sample < samples; sample++) {
      const us = float64At(this.#observedUs, sample);
      rates[sample] = us > 0 ? (float64At(rates, sample) * MINUTE_US) / us : Number.NaN;
    }
    return rates;
  }

  #observe(times: Uint32Array, us: number): void {
    for (let sample = 0; sample < times.length; sample++) {
      this.#observedUs[sample] = float64At(this.#observedUs, sample) + us * uint32At(times, sample);
    }
  }
}

/** @param items of the larger set */
export function samplesFor(items: number): number {
  return Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, Math.floor(MOST_DRAWS / Math.max(1, items))));
}

interface SetPart {
  readonly draws: RateDraws;
  readonly part: WeighedItems;
}

/**
 * Of the difference of two sets' rates, as by `bootstrapInterval`. Both have equally many samples. A set without observed time before has the
 * rate 0.
 */
export function rateInterval(before: SetPart, now: SetPart, tail: number): Interval | undefined {
  if ([before, now].every(({ draws, part }) => draws.isSingle && part.items.length === 0)) return undefined;
  const [then, after] = [before.draws.rates(before.part), now.draws.rates(now.part)];
  let counted = 0;
  for (let sample = 0; sample < after.length; sample++) {
    const was = float64At(then, sample);
    const change = float64At(after, sample) - (Number.isNaN(was) ? 0 : was);
    if (!Number.isNaN(change)) after[counted++] = change;
  }
  return middlePart(after.subarray(0, counted), after.length, tail);
}

/** By capture: how often each sample has it. */
function drawnTimes(captures: number, samples: number, random: FixedRandom): readonly Uint32Array[] {
  const drawn = Array.from({ length: captures }, () => new Uint32Array(samples));
  for (let sample = 0; sample < samples; sample++) {
    for (let turn = 0; turn < captures; turn++) {
      const times = drawn[random.index(captures)];
      if (times !== undefined) times[sample] = uint32At(times, sample) + 1;
    }
  }
  return drawn;
}

/** A sum of Poisson(1) counts, one for each time the capture was drawn. */
function drawItem(counts: Uint8Array, cell: number, times: Uint32Array, random: FixedRandom): void {
  for (let sample = 0; sample < times.length; sample++) {
    let count = 0;
    for (let turn = uint32At(times, sample); turn > 0; turn--) count += random.poisson();
    counts[cell + sample] = Math.min(MOST_COUNT, count);
  }
}

/** Four items from `at` on: sums are read and written once, not for each item. */
function addRows(rates: Float64Array, counts: Uint8Array, { items, weights }: WeighedItems, at: number): void {
  const { length } = rates;
  const [first, second] = [numberAt(items, at) * length, numberAt(items, at + 1) * length];
  const [third, fourth] = [numberAt(items, at + 2) * length, numberAt(items, at + 3) * length];
  const [firstWeight, secondWeight] = [numberAt(weights, at), numberAt(weights, at + 1)];
  const [thirdWeight, fourthWeight] = [numberAt(weights, at + 2), numberAt(weights, at + 3)];
  for (let sample = 0; sample < length; sample++) {
    rates[sample] =
      float64At(rates, sample) +
      firstWeight * uint8At(counts, first + sample) +
      secondWeight * uint8At(counts, second + sample) +
      thirdWeight * uint8At(counts, third + sample) +
      fourthWeight * uint8At(counts, fourth + sample);
  }
}

function addRow(rates: Float64Array, counts: Uint8Array, cell: number, weight: number): void {
  for (let sample = 0; sample < rates.length; sample++) {
    rates[sample] = float64At(rates, sample) + weight * uint8At(counts, cell + sample);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
