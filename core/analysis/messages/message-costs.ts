import { float64At, int32At, uint32At } from '../../columns/at.ts';
import { firstAfter } from '../../columns/sorted.ts';
import type { TimeRange } from '../../columns/time-range.ts';
import { intervalState } from '../../session/columns/interval-columns.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { isGeneratedClass, outerClass, sourceClass } from '../frames/class-names.ts';
import { timeShares } from '../lags/lag-facts.ts';

/** Only hostile sessions have more. */
const MOST_HANDLERS = 5_000;
/** Work between two steps. */
const ROWS_PER_STEP = 200;

/** Messages of main for one callback or handler. Times are parts within the range. */
export interface HandlerCost {
  /** Dotted class of the callback, else of the handler, `com.example.Cart λ` for lambdas of a class. The run loop's mode on iOS. '' if unknown. */
  readonly name: string;
  /** `Message.what`; undefined for callbacks, on iOS, and of unknown handlers. */
  readonly what: number | undefined;
  /** One of them lasts: its handler is not known before its end. */
  readonly isOpen: boolean;
  readonly count: number;
  readonly totalUs: number;
  /** The whole message that took longest in the range, and its time there. */
  readonly longest: TimeRange;
  readonly longestUs: number;
  /** On CPU: by main's own counts, of messages without them by samples. */
  readonly cpuUs: number;
  /** Messages with counts by main. */
  readonly measured: number;
  /** Longest time in the queue; undefined if unknown of all. */
  readonly queuedUs: number | undefined;
}

interface Sum {
  readonly name: string;
  readonly what: number | undefined;
  isOpen: boolean;
  count: number;
  totalUs: number;
  longest: TimeRange;
  longestUs: number;
  cpuUs: number;
  measured: number;
  queuedUs: number | undefined;
}

/** By total time, in steps. Ranges are ordered and apart. The model must not change in between. */
export function* messageCosts(model: SessionModel, ranges: readonly TimeRange[]): Generator<void, readonly HandlerCost[]> {
  const sums = new Map<string, Sum>();
  let rows = 0;
  for (const thread of model.threads) {
    if (!thread.isMain) continue;
    const { messages } = thread;
    for (const range of ranges) {
      for (let row = firstAfter(messages.endUs, range.beginUs, messages.length); row < messages.length; row++) {
        if (float64At(messages.beginUs, row) >= range.endUs) break;
        if (++rows % ROWS_PER_STEP === 0) yield;
        if (messages.isOwn[row] === 1) continue;
        take(model, thread, row, range, sums);
      }
    }
  }
  return [...sums.values()].sort((a, b) => b.totalUs - a.totalUs || b.count - a.count);
}

function take(model: SessionModel, thread: Thread, row: number, range: TimeRange, sums: Map<string, Sum>): void {
  const { messages, messageUses: uses } = thread;
  const message = { beginUs: float64At(messages.beginUs, row), endUs: float64At(messages.endUs, row) };
  const beginUs = Math.max(range.beginUs, message.beginUs);
  const endUs = Math.min(range.endUs, message.endUs);
  const sum = sumOf(model, thread, row, sums);
  if (sum === undefined) return;
  sum.count++;
  sum.isOpen ||= messages.state[row] === intervalState.open;
  sum.totalUs += endUs - beginUs;
  sum.cpuUs += timeShares(model, thread, beginUs, endUs).busyUs;
  if (endUs - beginUs > sum.longestUs) {
    sum.longestUs = endUs - beginUs;
    sum.longest = message;
  }
  let isMeasured = false;
  for (const use of uses.within(message)) {
    isMeasured = true;
    const queuedUs = uses.queuedUsAt(use);
    if (queuedUs !== undefined) sum.queuedUs = Math.max(queuedUs, sum.queuedUs ?? 0);
  }
  if (isMeasured) sum.measured++;
}

function sumOf(model: SessionModel, { messages, run }: Thread, row: number, sums: Map<string, Sum>): Sum | undefined {
  const callback = sourceClass(model, run, uint32At(messages.callback, row));
  const name = handlerName(callback || sourceClass(model, run, uint32At(messages.target, row)));
  // Open messages have no handler yet: 0 would be a fact.
  const what = callback === '' && name !== '' && model.runs[run]?.isApple !== true ? int32At(messages.what, row) : undefined;
  const key = `${what ?? ''} ${name}`;
  const known = sums.get(key);
  if (known !== undefined || sums.size >= MOST_HANDLERS) return known;
  const sum = {
    name,
    what,
    isOpen: false,
    count: 0,
    totalUs: 0,
    longest: { beginUs: 0, endUs: 0 },
    longestUs: -1,
    cpuUs: 0,
    measured: 0,
    queuedUs: undefined,
  };
  sums.set(key, sum);
  return sum;
}

/** In place of a name; views may translate it. */
export const unnamedHandlers = {
  handlerOpen: 'not yet known',
  handlerUnknown: 'unknown handler',
} as const;

/** The key of the words for costs without a name. */
export function unnamedHandler({ isOpen }: Pick<HandlerCost, 'isOpen'>): keyof typeof unnamedHandlers {
  return isOpen ? 'handlerOpen' : 'handlerUnknown';
}

/** Runtimes number classes of lambdas again at each start. */
export function handlerName(dottedClass: string): string {
  return isGeneratedClass(dottedClass) ? `${outerClass(dottedClass)} λ` : dottedClass;
}
