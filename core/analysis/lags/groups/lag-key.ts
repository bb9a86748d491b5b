import { stableClass, stableFunction } from '../../frames/stable-name.ts';
import type { Lag, LagKind, WaitsOn } from '../lag.ts';

/** What a lag kept from going on; whether one message or many small ones did it is chance, and no other lag. */
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

/** A name's end is left out beyond this: it is long by its types alone. */
const LONGEST_PART = 2_000;

/**
 * The same for lags that are the same to a developer, also in another run, session or build: what was kept from going on, the
 * function to blame (else the class that the message was for), and, when it waited for most of the time, for what. Made of names
 * alone, without lines and without what compilers number (`stable-name.ts`); so it is for people, too:
 * `main|com.example.Cart.total|waits java.lang.Object`.
 * @param nameOf a function's stable name; for those who ask often and remember
 */
export function lagKey(lag: Lag, nameOf: (dottedClass: string, method: string) => string = stableFunction): string {
  const { kind, culprit, callback, target, waitsOn } = lag;
  const blamed = culprit ? nameOf(culprit.class, culprit.method) : stableClass(callback ?? target ?? '');
  const parts = [kindClasses[kind], blamed];
  // A wait that took less does not say what it is about: it would tear apart lags that wait a little at times.
  if (waitsOn !== undefined && lag.blockedUs * 2 >= lag.endUs - lag.beginUs) parts.push(`waits ${waitName(waitsOn)}`);
  return parts.map((part) => part.slice(0, LONGEST_PART)).join('|');
}

/** A lock on iOS is an address and a file is a path, both of that one phone: the function that waited is all that lasts. */
function waitName({ function: waiter, objectClass }: WaitsOn): string {
  return waiter ?? stableClass(objectClass);
}
