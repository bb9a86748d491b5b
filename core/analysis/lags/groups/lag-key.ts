import { stableClass, stableFunction } from '../../frames/stable-name.ts';
import type { Lag, LagKind, WaitsOn } from '../lag.ts';

/** Classes of kinds: one message or many small ones is chance. */
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
