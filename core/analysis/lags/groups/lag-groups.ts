import { stableClass, stableFunction } from '../../frames/stable-name.ts';
import type { Lag, LagKind, WaitsOn } from '../lag.ts';
import { areLocks, onlyMatch, unknownWaitKey } from './unknown-lock.ts';

/** One message or many small ones is chance. */
const kindClasses = {
  message: 'main',
  storm: 'main',
  idleHandler: 'main',
  input: 'main',
  turn: 'main',
  turns: 'main',
  nativeWork: 'native',
  launch: 'launch',
  cpu: 'cpu',
  power: 'power',
  memory: 'memory',
  growth: 'growth',
  frames: 'frames',
} as const satisfies Readonly<Record<LagKind, string>>;

/** Longer names are cut; only types make them so long. */
const LONGEST_PART = 2_000;

/**
 * Equal for lags that are the same to a developer in any run, session or build: the blocked activity, the culprit (else the message's
 * class), and the awaited object of a lag that mostly waited. Made of names without lines and compilers' numbers (`stable-name.ts`):
 * `main|com.example.Cart.total|waits java.lang.Object`.
 * @param nameOf a function's stable name, for callers with a cache
 */
export function lagKey(lag: Lag, nameOf: (dottedClass: string, method: string) => string = stableFunction): string {
  const { kind, culprit, callback, target, waitsOn } = lag;
  const blamed = culprit ? nameOf(culprit.class, culprit.method) : stableClass(callback ?? target ?? '');
  const parts = [kindClasses[kind], blamed];
  // A shorter wait would split groups that wait only at times.
  if (waitsOn !== undefined && lag.blockedUs * 2 >= lag.endUs - lag.beginUs) parts.push(`waits ${waitName(waitsOn)}`);
  return parts.map((part) => part.slice(0, LONGEST_PART)).join('|');
}

/** Locks and files on iOS are specific to one device; the waiting function lasts. */
function waitName({ function: waiter, objectClass }: WaitsOn): string {
  return waiter ?? stableClass(objectClass);
}

/** Repetitions of the same lag. Microseconds. */
export interface LagGroup {
  /** Made of names only, so it survives rebuilds (`lagKey`). */
  readonly key: string;
  /** In order of begin; at least one. */
  readonly lags: readonly Lag[];
  readonly totalUs: number;
  /** The longest; of equals the first. */
  readonly worst: Lag;
  /** The newest, which serves as the group's example. */
  readonly latest: Lag;
  readonly open: boolean;
  /** Time by use; the parts make up the total. */
  readonly busyUs: number;
  readonly blockedUs: number;
  readonly readyUs: number;
  readonly unknownUs: number;
  readonly gcUs: number;
}

/** Groups kept up to date with a `LagDetector`. Only lags after the known final ones are examined. Changed groups are new objects. */
export class LagGroups {
  #lags: readonly Lag[] = [];
  readonly #keys: string[] = [];
  readonly #members = new Map<string, Lag[]>();
  /** Keys of locks without a class, by which group has their lags. */
  readonly #joined = new Map<string, string>();
  readonly #groups = new Map<string, LagGroup>();
  /** Stable names by class and method: few functions cause most lags. */
  readonly #names = new Map<string, string>();
  #list: readonly LagGroup[] = [];

  /** In order of first begin. */
  get groups(): readonly LagGroup[] {
    return this.#list;
  }

  /** Undefined if there is no such group now. */
  group(key: string | undefined): LagGroup | undefined {
    return key === undefined ? undefined : this.#groups.get(this.#joined.get(key) ?? key);
  }

  /** `index` is the lag's place in the last `update`. */
  groupAt(index: number): LagGroup | undefined {
    return this.group(this.#keys[index]);
  }

  /** Lags by begin; true for any change. */
  update(lags: readonly Lag[]): boolean {
    if (lags === this.#lags) return false;
    let same = 0;
    while (same < lags.length && lags[same] === this.#lags[same]) same++;
    const changed = new Set<string>();
    for (let index = this.#lags.length - 1; index >= same; index--) {
      const key = this.#keys.pop() ?? '';
      this.#members.get(key)?.pop();
      changed.add(key);
    }
    for (const lag of lags.slice(same)) {
      const key = lagKey(lag, (dottedClass, method) => this.#nameOf(dottedClass, method));
      this.#keys.push(key);
      changed.add(key);
      const members = this.#members.get(key);
      if (members) members.push(lag);
      else this.#members.set(key, [lag]);
    }
    this.#lags = lags;
    if (changed.size === 0) return false;
    for (const unknown of new Set([...changed].map(unknownWaitKey))) if (unknown !== undefined) this.#join(unknown, changed);
    for (const key of changed) this.#settle(key);
    this.#list = [...this.#groups.values()].sort((a, b) => (a.lags[0]?.beginUs ?? 0) - (b.lags[0]?.beginUs ?? 0));
    return true;
  }

  #nameOf(dottedClass: string, method: string): string {
    const written = `${dottedClass}\n${method}`;
    const known = this.#names.get(written) ?? stableFunction(dottedClass, method);
    this.#names.set(written, known);
    return known;
  }

  /** Lags of a lock without a class join the only group of the same wait. Adds what that changes. */
  #join(unknown: string, changed: Set<string>): void {
    const lags = this.#members.get(unknown) ?? [];
    const before = this.#joined.get(unknown);
    if (lags.length === 0 && before === undefined) return;
    const filled = [...this.#members].filter(([, members]) => members.length > 0).map(([key]) => key);
    const match = areLocks(lags) ? onlyMatch(unknown, filled) : undefined;
    const target = match !== undefined && areLocks(this.#members.get(match) ?? []) ? match : undefined;
    if (target === undefined) this.#joined.delete(unknown);
    else this.#joined.set(unknown, target);
    changed.add(unknown);
    for (const key of [before, target]) if (key !== undefined) changed.add(key);
  }

  #settle(key: string): void {
    const members = this.#members.get(key) ?? [];
    if (members.length === 0) this.#members.delete(key);
    const group = this.#joined.has(key) ? undefined : groupOf(key, this.#withJoined(key, members));
    if (group !== undefined) this.#groups.set(key, group);
    else this.#groups.delete(key);
  }

  #withJoined(key: string, members: readonly Lag[]): readonly Lag[] {
    const unknown = unknownWaitKey(key);
    if (unknown === undefined || this.#joined.get(unknown) !== key) return members;
    return [...members, ...(this.#members.get(unknown) ?? [])].sort((a, b) => a.beginUs - b.beginUs);
  }
}

/** Groups in the order of their first begin. */
export function lagGroups(lags: readonly Lag[]): readonly LagGroup[] {
  const groups = new LagGroups();
  groups.update(lags);
  return groups.groups;
}

function groupOf(key: string, members: readonly Lag[]): LagGroup | undefined {
  const [first] = members;
  const latest = members.at(-1);
  if (first === undefined || latest === undefined) return undefined;
  let worst = first;
  const sums = { totalUs: 0, busyUs: 0, blockedUs: 0, readyUs: 0, unknownUs: 0, gcUs: 0 };
  let open = false;
  for (const lag of members) {
    sums.totalUs += lag.endUs - lag.beginUs;
    sums.busyUs += lag.busyUs;
    sums.blockedUs += lag.blockedUs;
    sums.readyUs += lag.readyUs;
    sums.unknownUs += lag.unknownUs;
    sums.gcUs += lag.gcUs;
    open ||= lag.open;
    if (lag.endUs - lag.beginUs > worst.endUs - worst.beginUs) worst = lag;
  }
  // A copy, since members grow.
  return { key, lags: [...members], ...sums, worst, latest, open };
}
