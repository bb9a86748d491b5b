import type { TimeRange } from '../../../columns/time-range.ts';
import type { SystemRecord } from '../../../session/model/run.ts';
import type { CauseTextKey } from './cause-texts.ts';

/** Kind of the explained time. Rules of the same state compete for the same time. */
export type CauseState = 'busy' | 'blocked' | 'gc' | 'ready' | 'unknown';

/** A frame by its stack node, with the names at the time of the judgement. */
export interface CauseFrame {
  readonly kind: 'frame';
  /** Row of `model.nodes`. */
  readonly node: number;
  /** Label as in the source: `Cart.sort λ`. */
  readonly label: string;
  /** Without folders, possibly empty. */
  readonly file: string;
  /** 0 if unknown. */
  readonly line: number;
}

/** Row of `model.threads`, and its name at the time of the judgement. */
export interface CauseThread {
  readonly kind: 'thread';
  readonly thread: number;
  readonly name: string;
}

export const causeSettings = ['laglens.allocations', 'laglens.blockingCalls', 'laglens.threads'] as const;
export type CauseSetting = (typeof causeSettings)[number];

export type CauseValue =
  | { readonly kind: 'duration'; readonly us: number }
  /** Of the lag or of a core, 0 to 1. */
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'bytes'; readonly bytes: number }
  | CauseThread
  | CauseFrame
  /** Dotted class of an object or a handler. */
  | { readonly kind: 'class'; readonly class: string }
  /** A function, a path or a library. */
  | { readonly kind: 'name'; readonly name: string }
  /** That would say more in the next capture. */
  | { readonly kind: 'setting'; readonly name: CauseSetting }
  /** Words that are translated, too. */
  | { readonly kind: 'words'; readonly key: CauseTextKey };

/** A template of `causeTexts` and its values. */
export type CauseSentence = readonly [key: CauseTextKey, ...values: readonly CauseValue[]];

/** The thread and time that prove a cause. */
export interface CauseEvidence extends TimeRange {
  /** Row of `model.threads`. */
  readonly thread: number;
}

/** Why a lag lagged, and the numbers that say so. */
export interface Cause {
  /** Stable name of the rule. */
  readonly rule: string;
  readonly state: CauseState;
  /** For lists. */
  readonly short: CauseSentence;
  readonly sentences: readonly [CauseSentence, ...CauseSentence[]];
  /** Part of the lag's length. */
  readonly explainedUs: number;
  /** Undefined for a whole process without threads. */
  readonly evidence: CauseEvidence | undefined;
  /** The system's record of an ANR in this lag. */
  readonly anr?: SystemRecord;
}

export const duration = (us: number): CauseValue => ({ kind: 'duration', us });
export const share = (part: number): CauseValue => ({ kind: 'share', share: part });
export const count = (number: number): CauseValue => ({ kind: 'count', count: number });
export const bytes = (size: number): CauseValue => ({ kind: 'bytes', bytes: size });
export const named = (name: string): CauseValue => ({ kind: 'name', name });
export const setting = (name: CauseSetting): CauseValue => ({ kind: 'setting', name });
export const words = (key: CauseTextKey): CauseValue => ({ kind: 'words', key });
/** An object by its class. Of a class itself, as of a static synchronized method, older agents reported no name. */
export const ofClass = (dottedClass: string): CauseValue =>
  dottedClass === 'java.lang.Class' ? words('waitClassObject') : { kind: 'class', class: dottedClass };
