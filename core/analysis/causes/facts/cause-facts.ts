import type { SessionModel } from '../../../session/model/model.ts';
import type { Run } from '../../../session/model/run.ts';
import type { Thread } from '../../../session/model/thread.ts';
import type { AppMethods } from '../../frames/app-methods.ts';
import type { Lag } from '../../lags/lag.ts';
import type { Cause, CauseEvidence, CauseThread } from './cause.ts';
import { type StackTime, stackTimesByState } from './time-use.ts';

/** A lag with the facts that rules read. */
export class CauseFacts {
  readonly model: SessionModel;
  readonly lag: Lag;
  readonly app: AppMethods;
  readonly run: Run | undefined;
  /** The lag's thread; undefined for a process without threads. */
  readonly thread: Thread | undefined;
  #stacks: readonly StackTime[] | undefined;

  constructor(model: SessionModel, lag: Lag, app: AppMethods) {
    this.model = model;
    this.lag = lag;
    this.app = app;
    this.run = model.runs[lag.run];
    this.thread = model.threads[lag.thread];
  }

  get lengthUs(): number {
    return Math.max(1, this.lag.endUs - this.lag.beginUs);
  }

  /** Stacks of the lag's thread. */
  get stacks(): readonly StackTime[] {
    this.#stacks ??= this.thread === undefined ? [] : stackTimesByState(this.model, this.thread, this.lag);
    return this.#stacks;
  }

  /** The lag's thread over its whole length. */
  get wholeLag(): CauseEvidence | undefined {
    const { thread, beginUs, endUs } = this.lag;
    return this.thread === undefined ? undefined : { thread, beginUs, endUs };
  }

  /** Undefined for a thread without a name, or unknown. */
  threadValue(row: number): CauseThread | undefined {
    const name = this.model.threads[row]?.name ?? '';
    return name === '' ? undefined : { kind: 'thread', thread: row, name };
  }
}

/** One way to explain a lag. */
export interface CauseRule {
  /** Undefined where the rule does not apply. */
  find(facts: CauseFacts): Cause | undefined;
}

/** From this share of a lag on, a short form leaves out "mostly". */
const NEARLY_ALL = 0.8;

export function isNearlyAll(us: number, { lengthUs }: CauseFacts): boolean {
  return us >= NEARLY_ALL * lengthUs;
}
