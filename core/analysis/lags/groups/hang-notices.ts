import { uint32At } from '../../../columns/at.ts';
import type { SessionModel } from '../../../session/model/model.ts';
import { type AppClassOptions, appClassPredicate, appPrefixesOf } from '../../frames/app-classes.ts';
import { AppMethods } from '../../frames/app-methods.ts';
import { frameOf } from '../../frames/frame.ts';
import { chainInRange } from '../../locks/chain-in-range.ts';
import { culpritOf } from '../culprit.ts';
import type { Lag } from '../lag.ts';
import { RUN_LOOP_TIMEOUT_US } from '../matrix-dump-type.ts';
import { longestRecentStack } from '../recent-stacks.ts';
import { NoticeThrottle, noticeFilter } from './notice-throttle.ts';

/** A hang worth a notification while the user does not see the lags. */
export interface HangNotice {
  readonly lag: Lag;
  /** Culprit as written in the source, '' if unknown. */
  readonly culprit: string;
  /** Names of the threads that wait for each other, where main waits for one of them; else empty. */
  readonly deadlock: readonly string[];
}

/**
 * After this long without a hang, the next is announced in any stack. Matrix needs one second without a lag, but reports from two seconds
 * on; here each tap of a quarter second would be announced.
 */
const CALM_US = 60_000_000;
/** People wait for a shorter one without a thought; the status bar counts it. */
const LEAST_US = 1_000_000;
/** Notices wait this long, as native code gets its name after its first sample. */
const NAMES_US = 2_000_000;

/**
 * Picks hangs of a running capture to announce: each once, one at a time, by `NoticeThrottle`. Checked once a second; hangs seen on the
 * page are not announced.
 */
export class HangNotices {
  readonly #model: SessionModel;
  readonly #throttle = new NoticeThrottle();
  /** Ids of announced or seen hangs. */
  readonly #known = new Set<string>();
  /** End of the latest hang at the previous check. */
  #hangUs = Number.NEGATIVE_INFINITY;

  constructor(model: SessionModel) {
    this.#model = model;
  }

  /**
   * @param atUs session time
   * @param isWatched the user sees the lags, or wants no notices
   * @returns the hang to announce now, if any
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
    return { lag, culprit: frame?.label ?? '', deadlock: this.#deadlockOf(lag) };
  }

  #deadlockOf(lag: Lag): readonly string[] {
    const thread = this.#model.threads[lag.thread];
    const chain = thread && chainInRange(this.#model, thread, lag);
    if (chain === undefined || chain.ringFrom < 0) return [];
    return chain.links.slice(chain.ringFrom).map((link) => this.#model.threads[link.thread]?.name || '?');
  }

  #culpritOf({ kind, thread: index, beginUs, endUs }: Lag, { packages, prefixes }: AppClassOptions): number {
    const thread = this.#model.threads[index];
    if (thread === undefined || kind === 'nativeWork') return 0;
    const isAppClass = appClassPredicate({ packages, prefixes: [...prefixes, ...appPrefixesOf(this.#model)] });
    return culpritOf(this.#model, thread, beginUs, endUs, new AppMethods(this.#model, isAppClass))?.node ?? 0;
  }

  /** Methods from the culprit outwards: another line or callee of a loop is the same hang. */
  #stackOf(lag: Lag, culprit: number): readonly number[] {
    const { nodes } = this.#model;
    const stack: number[] = [];
    const innermost = culprit || (longestRecentStack(this.#model, lag)?.frames[0]?.node ?? 0);
    for (let node = innermost; node !== 0; node = uint32At(nodes.parent, node)) stack.push(uint32At(nodes.method, node));
    return stack;
  }
}

/** True over 2 s while it lasts, as in Matrix, and from 1 s once final. Battery and late frames are no hangs. */
export function isHang(lag: Lag): boolean {
  const { kind, band, open } = lag;
  if (band === 'load' || kind === 'frames') return false;
  const durationUs = lengthOf(lag);
  if (durationUs > RUN_LOOP_TIMEOUT_US) return true;
  return !open && kind !== 'launch' && durationUs >= LEAST_US;
}

function lengthOf({ beginUs, endUs }: Lag): number {
  return endUs - beginUs;
}
