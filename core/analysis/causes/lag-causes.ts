import { sameData } from '../../memo.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import type { Lag } from '../lags/lag.ts';
import { LATE_US } from '../lags/lag-stacks.ts';
import type { Cause } from './facts/cause.ts';
import { causeOf } from './rules.ts';

/** A lag is judged again after so much of the agent's time, a long open one after a share of its length. */
const AGAIN_US = 250_000;
const AGAIN_SHARE = 0.02;

/** More are not open at once: others ended unseen. */
const MOST_OPEN = 16;

interface Kept {
  readonly cause: Cause;
  /** Later facts change nothing. */
  readonly isSettled: boolean;
  /** Version of the model when it was judged. */
  readonly version: number;
  readonly namesVersion: number;
  /** ANRs and ends of its run, and Android’s traces. */
  readonly records: number;
  readonly nowUs: number;
}

/** Causes of lags, judged when asked for, and again after later facts or names. An equal cause stays the same object. */
export class LagCauses {
  readonly #model: SessionModel;
  readonly #app: AppMethods;
  readonly #kept = new WeakMap<Lag, Kept>();
  /** By id, as an open lag is another object at each update. */
  readonly #open = new Map<string, Kept>();

  constructor(model: SessionModel, app: AppMethods) {
    this.#model = model;
    this.#app = app;
  }

  of(lag: Lag): Cause {
    const { version, namesVersion, runs } = this.#model;
    const kept = this.#kept.get(lag) ?? (lag.open ? this.#open.get(lag.id) : undefined);
    const run = runs[lag.run];
    if (kept !== undefined && this.#isCurrent(kept, lag, run)) return kept.cause;
    const cause = causeOf(this.#model, lag, this.#app);
    const nowUs = run?.nowUs ?? 0;
    const same = kept !== undefined && sameData(kept.cause, cause) ? kept.cause : cause;
    const isSettled = !lag.open && lag.endUs + LATE_US < nowUs;
    const records = this.#recordsOf(run);
    const judged = { cause: same, isSettled, version, namesVersion, records, nowUs };
    this.#kept.set(lag, judged);
    if (this.#open.size > MOST_OPEN) this.#open.clear();
    if (lag.open) this.#open.set(lag.id, judged);
    else this.#open.delete(lag.id);
    return same;
  }

  #isCurrent({ cause, isSettled, version, namesVersion, records, nowUs }: Kept, lag: Lag, run: Run | undefined): boolean {
    const { drops, keptBeginUs } = this.#model;
    // Dropped rows would leave nothing to judge by.
    if (version === this.#model.version || (drops > 0 && lag.beginUs <= keptBeginUs)) return true;
    if (namesVersion !== this.#model.namesVersion || !this.#hasItsThreads(cause)) return false;
    if (records !== this.#recordsOf(run)) return false;
    const againUs = lag.open ? Math.max(AGAIN_US, AGAIN_SHARE * (lag.endUs - lag.beginUs)) : AGAIN_US;
    return isSettled || (run !== undefined && run.endUs < 0 && run.nowUs - nowUs < againUs);
  }

  #recordsOf(run: Run | undefined): number {
    return (run?.systemRecords.length ?? 0) + this.#model.exitTraces.length;
  }

  /** A thread's name may come late. */
  #hasItsThreads({ sentences }: Cause): boolean {
    return sentences.every(([, ...values]) =>
      values.every((value) => value.kind !== 'thread' || this.#model.threads[value.thread]?.name === value.name),
    );
  }
}
