import { uint32At } from '../../../columns/at.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import { type AppClassOptions, appClassPredicate, appPrefixesOf } from '../../frames/app-classes.ts';
import { AppMethods } from '../../frames/app-methods.ts';
import { frameOf } from '../../frames/frame.ts';
import { culpritOf } from '../culprit.ts';
import type { Lag } from '../lag.ts';
import { longestRecentStack } from '../longest-recent-stack.ts';
import { isSensitiveHang, RUN_LOOP_TIMEOUT_US, SENSITIVE_US } from '../matrix-dump-type.ts';
import { NoticeThrottle, noticeFilter } from './notice-throttle.ts';

/** A hang that is worth a word to a reader who does not see the lags. */
export interface HangNotice {
  readonly lag: Lag;
  /** The app frame to blame as it was written, '' unknown. */
  readonly culprit: string;
}

/**
 * After so long without a hang the next one is news, in whatever stack. Matrix takes a single check without one for that, a second;
 * but it tells of what takes two seconds, and here every tap that takes a quarter of one would be told anew.
 */
const CALM_US = 60_000_000;
/** Native code has its name from symbols a moment after it was first seen: so long a notice waits for that. */
const NAMES_US = 2_000_000;

/**
 * Decides which hangs of a running capture are announced: each at most once, one at a time, by the rules of `QuietNotices`. To be asked
 * about once a second. What the reader has seen on the page is never announced later.
 */
export class HangNotices {
  readonly #model: SessionModel;
  readonly #throttle = new NoticeThrottle();
  /** Ids of hangs that are told or seen. */
  readonly #known = new Set<string>();
  /** End of the latest hang, as far as known at the look before. */
  #hangUs = Number.NEGATIVE_INFINITY;

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /**
   * Looks at all lags as of now; gives the one to announce.
   * @param atUs session time
   * @param isWatched the reader sees the lags, or wants no notices
   */
  check(lags: readonly Lag[], atUs: number, isWatched: boolean, app: AppClassOptions): HangNotice | undefined {
    const hangs = lags.filter(isHang);
    const fresh = hangs.filter(({ id }) => !this.#known.has(id));
    const [first] = fresh;
    if (first !== undefined && first.beginUs - this.#hangUs > CALM_US) this.#throttle.calm();
    for (const { endUs } of hangs) this.#hangUs = Math.max(this.#hangUs, endUs);
    if (isWatched) {
      for (const { id } of fresh) this.#known.add(id);
      return undefined;
    }
    if (first === undefined || !this.#throttle.isDue(atUs)) return undefined;
    const lag = fresh.reduce((longest, each) => (lengthOf(each) >= lengthOf(longest) ? each : longest), first);
    const node = this.#culpritOf(lag, app);
    const frame = node === 0 ? undefined : frameOf(this.#model, node);
    const sinceUs = lag.open ? lag.beginUs + RUN_LOOP_TIMEOUT_US : lag.endUs;
    if (frame?.confidence === 'unknown' && atUs - sinceUs < NAMES_US) return undefined;
    for (const { id } of fresh) this.#known.add(id);
    if (this.#throttle.check(atUs, this.#stackOf(lag, node)) !== noticeFilter.none) return undefined;
    return { lag, culprit: frame?.label ?? '' };
  }

  #culpritOf({ kind, thread: index, beginUs, endUs }: Lag, { packages, prefixes }: AppClassOptions): number {
    const thread = this.#model.threads[index];
    if (thread === undefined || kind === 'nativeWork') return 0;
    // More of the app's classes are known from one notice to the next.
    const isAppClass = appClassPredicate({ packages, prefixes: [...prefixes, ...appPrefixesOf(this.#model)] });
    return culpritOf(this.#model, thread, beginUs, endUs, new AppMethods(this.#model, isAppClass))?.node ?? 0;
  }

  /** Methods from who is to blame outward: a loop that is met at another line or callee is the same hang. */
  #stackOf(lag: Lag, culprit: number): readonly number[] {
    const { nodes } = this.#model;
    const stack: number[] = [];
    const innermost = culprit || (longestRecentStack(this.#model, lag)?.frames[0]?.node ?? 0);
    for (let node = innermost; node !== 0; node = uint32At(nodes.parent, node)) stack.push(uint32At(nodes.method, node));
    return stack;
  }
}

/**
 * True for what kept main from the reader for long: over 2 s while it lasts, as Matrix reports it, and over 250 ms once it is over,
 * so that its true length can be told. What costs battery, or came late on the screen alone, is none.
 */
export function isHang(lag: Lag): boolean {
  const { kind, band, open } = lag;
  if (band === 'load' || kind === 'frames') return false;
  const durationUs = lengthOf(lag);
  if (durationUs > RUN_LOOP_TIMEOUT_US) return true;
  if (open || kind === 'launch') return false;
  return kind === 'turn' ? isSensitiveHang(kind, durationUs) : durationUs > SENSITIVE_US.least;
}

function lengthOf({ beginUs, endUs }: Lag): number {
  return endUs - beginUs;
}
