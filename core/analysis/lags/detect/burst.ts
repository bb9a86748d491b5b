import type { LagKind } from '../lag.ts';
import type { FoundLag, WorkItem } from './busy-period.ts';

const shortKinds = ['idleHandler', 'input', 'nativeWork'] as const satisfies readonly LagKind[];

/** Stalled messages are kept until the burst is a lag. */
const MOST_STALLED = 20;

/**
 * Consecutive short works, and messages that are long only as no core was free. One lag if the short ones exceed the threshold: the others
 * do not split it. Otherwise only the stalled messages are lags.
 */
export class Burst {
  #beginUs = -1;
  #endUs = -1;
  /** Of the short works since the last stalled message, -1 without any. */
  #rowBeginUs = -1;
  /** All short works before. */
  #shortUs = 0;
  #stalled: readonly FoundLag[] = [];
  readonly #usByKind: Record<(typeof shortKinds)[number], number> = { idleHandler: 0, input: 0, nativeWork: 0 };
  readonly #thresholdUs: number;

  constructor(thresholdUs: number) {
    this.#thresholdUs = thresholdUs;
  }

  copy(): Burst {
    const copy = new Burst(this.#thresholdUs);
    copy.#beginUs = this.#beginUs;
    copy.#endUs = this.#endUs;
    copy.#rowBeginUs = this.#rowBeginUs;
    copy.#shortUs = this.#shortUs;
    copy.#stalled = this.#stalled;
    Object.assign(copy.#usByKind, this.#usByKind);
    return copy;
  }

  get isFull(): boolean {
    return this.#stalled.length >= MOST_STALLED && !this.#isLag;
  }

  dropMessages(messages: number): void {
    this.#stalled = this.#stalled.map((lag) => ({ ...lag, message: Math.max(-1, lag.message - messages) }));
  }

  add({ kind, beginUs, endUs }: WorkItem): void {
    if (this.#beginUs < 0) this.#beginUs = beginUs;
    if (this.#rowBeginUs < 0) this.#rowBeginUs = beginUs;
    this.#endUs = endUs;
    const short = shortKinds.find((each) => each === kind);
    if (short !== undefined) this.#usByKind[short] += endUs - beginUs;
  }

  addStalled(lag: FoundLag): void {
    if (this.#beginUs < 0) this.#beginUs = lag.beginUs;
    this.#shortUs += this.#rowUs;
    this.#rowBeginUs = -1;
    this.#endUs = lag.endUs;
    this.#stalled = this.#isLag ? [] : [...this.#stalled, lag];
  }

  lags(open: boolean): readonly FoundLag[] {
    if (!this.#isLag) return this.#stalled;
    const beginUs = this.#beginUs;
    const endUs = this.#endUs;
    return [{ kind: this.#kind(endUs - beginUs), beginUs, endUs, message: -1, open, cut: false }];
  }

  get #rowUs(): number {
    return this.#rowBeginUs < 0 ? 0 : this.#endUs - this.#rowBeginUs;
  }

  get #isLag(): boolean {
    return this.#shortUs + this.#rowUs > this.#thresholdUs;
  }

  #kind(durationUs: number): LagKind {
    return shortKinds.find((kind) => this.#usByKind[kind] * 2 >= durationUs) ?? 'storm';
  }
}
