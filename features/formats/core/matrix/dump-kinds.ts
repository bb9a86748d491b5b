/** Matrix's report types (`EDumpType`, WCBlockTypeDef.h), and their use of main. */
interface DumpKind {
  readonly title: string;
  /** Main was blocked; Matrix keeps no length. */
  readonly isBlock: boolean;
}

const kinds: ReadonlyMap<number, DumpKind> = new Map([
  [2000, { title: 'no lag', isBlock: false }],
  [2001, { title: 'main thread blocked', isBlock: true }],
  [2002, { title: 'main thread blocked in the background', isBlock: true }],
  [2003, { title: 'CPU use too high', isBlock: false }],
  [2004, { title: 'frames dropped', isBlock: true }],
  [2005, { title: 'requested by the app', isBlock: false }],
  [2006, { title: 'main thread blocked on return to the foreground', isBlock: true }],
  [2007, { title: 'main thread blocked during launch', isBlock: true }],
  [2008, { title: 'CPU use too high for long', isBlock: false }],
  [2009, { title: 'main thread blocked, with too many threads', isBlock: true }],
  [2010, { title: 'main thread blocked until the app was killed', isBlock: true }],
  [2011, { title: 'power use', isBlock: false }],
  [2012, { title: 'no lag', isBlock: false }],
  [2013, { title: 'disk use', isBlock: false }],
  [2014, { title: 'frames late', isBlock: true }],
  [10_000, { title: 'test', isBlock: false }],
]);

export const FRAMES_LATE = 2014;

/** Unknown numbers are moments. */
export function dumpKindOf(dumpType: number): DumpKind {
  return kinds.get(dumpType) ?? { title: 'unknown kind', isBlock: false };
}
