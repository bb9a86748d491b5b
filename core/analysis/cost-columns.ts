import { grownFloat64, grownUint32 } from '../session/grow.ts';

/** What a line or a function took. Times are microseconds. */
export interface Cost {
  /** It was the innermost. */
  readonly selfUs: number;
  /** It was on the stack; a stack with it several times counts once. */
  readonly totalUs: number;
  /** Of the total: on CPU. */
  readonly busyUs: number;
  /** Of the total: not on CPU. What is neither is not known. */
  readonly blockedUs: number;
  /** Lags that it took part in. */
  readonly lags: number;
  /** Its time in all lags together. */
  readonly lagUs: number;
  /** Its time in the one that it made longest. */
  readonly worstUs: number;
}

/** Costs by number, as columns; a number that never was given anything costs nothing. */
export class CostColumns {
  #selfUs: Float64Array = new Float64Array(0);
  #totalUs: Float64Array = new Float64Array(0);
  #busyUs: Float64Array = new Float64Array(0);
  #blockedUs: Float64Array = new Float64Array(0);
  #lags: Uint32Array = new Uint32Array(0);
  #lagUs: Float64Array = new Float64Array(0);
  #worstUs: Float64Array = new Float64Array(0);

  add(at: number, us: number, isSelf: boolean, busyUs: number, blockedUs: number): void {
    while (at >= this.#totalUs.length) this.#grow();
    this.#totalUs[at] = (this.#totalUs[at] ?? 0) + us;
    if (isSelf) this.#selfUs[at] = (this.#selfUs[at] ?? 0) + us;
    this.#busyUs[at] = (this.#busyUs[at] ?? 0) + busyUs;
    this.#blockedUs[at] = (this.#blockedUs[at] ?? 0) + blockedUs;
  }

  /** It took this long in one more lag. */
  addLag(at: number, us: number): void {
    while (at >= this.#totalUs.length) this.#grow();
    this.#lags[at] = (this.#lags[at] ?? 0) + 1;
    this.#lagUs[at] = (this.#lagUs[at] ?? 0) + us;
    this.#worstUs[at] = Math.max(this.#worstUs[at] ?? 0, us);
  }

  at(at: number): Cost {
    return {
      selfUs: this.#selfUs[at] ?? 0,
      totalUs: this.#totalUs[at] ?? 0,
      busyUs: this.#busyUs[at] ?? 0,
      blockedUs: this.#blockedUs[at] ?? 0,
      lags: this.#lags[at] ?? 0,
      lagUs: this.#lagUs[at] ?? 0,
      worstUs: this.#worstUs[at] ?? 0,
    };
  }

  copy(): CostColumns {
    const copy = new CostColumns();
    copy.#selfUs = this.#selfUs.slice();
    copy.#totalUs = this.#totalUs.slice();
    copy.#busyUs = this.#busyUs.slice();
    copy.#blockedUs = this.#blockedUs.slice();
    copy.#lags = this.#lags.slice();
    copy.#lagUs = this.#lagUs.slice();
    copy.#worstUs = this.#worstUs.slice();
    return copy;
  }

  forgetLags(): void {
    for (const column of [this.#lags, this.#lagUs, this.#worstUs]) column.fill(0);
  }

  #grow(): void {
    this.#selfUs = grownFloat64(this.#selfUs);
    this.#totalUs = grownFloat64(this.#totalUs);
    this.#busyUs = grownFloat64(this.#busyUs);
    this.#blockedUs = grownFloat64(this.#blockedUs);
    this.#lags = grownUint32(this.#lags);
    this.#lagUs = grownFloat64(this.#lagUs);
    this.#worstUs = grownFloat64(this.#worstUs);
  }
}
