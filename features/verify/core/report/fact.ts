import type { ReportKind, Seen } from './field-report.ts';

/** The asked device's. */
export interface FactContext {
  /** Android's API level; 0 elsewhere. */
  readonly api: number;
}

/**
 * What a probe needs: the device alone, an installed debuggable app, its running process, a capture of it, one on Android's runtime
 * or of the sample app, a Mac, or a person who handles the device.
 */
export type FactNeed = 'device' | 'app' | 'process' | 'capture' | 'art' | 'sample' | 'mac' | 'person';

/** A claim of the docs, or one that our code relies on. */
export interface Fact {
  /** One sentence without its point. */
  readonly claim: string;
  /** File of the checkout that relies on it. */
  readonly file: string;
  readonly need: FactNeed;
  /** First and last API level that it is about. */
  readonly since?: number;
  readonly until?: number;
  /** True for an expected observation, also of an earlier report. */
  holds(seen: Seen, context: FactContext): boolean;
}

export function kindOf(id: string): ReportKind {
  return id.startsWith('ios.') ? 'ios' : 'android';
}

export function isAbout({ since = 0, until = Number.MAX_SAFE_INTEGER }: Fact, { api }: FactContext): boolean {
  return api >= since && api <= until;
}

/** NaN for another type. */
export function numberOf(seen: Seen, key: string): number {
  const value = seen[key];
  return typeof value === 'number' ? value : Number.NaN;
}

/** Empty for another type. */
export function textOf(seen: Seen, key: string): string {
  const value = seen[key];
  return typeof value === 'string' ? value : '';
}

/** Empty for another type. */
export function listOf(seen: Seen, key: string): readonly string[] {
  const value = seen[key];
  return typeof value === 'object' ? value : [];
}

/** All lines, of which there is one at least, are of this form. */
export function everyLine(form: RegExp): Fact['holds'] {
  return (seen) => listOf(seen, 'lines').length > 0 && listOf(seen, 'lines').every((line) => form.test(line));
}

export function someLine(form: RegExp): Fact['holds'] {
  return (seen) => listOf(seen, 'lines').some((line) => form.test(line));
}

/** Each of these observations is `true`. */
export function allTrue(...keys: readonly string[]): Fact['holds'] {
  return (seen) => keys.every((key) => seen[key] === true);
}

/** The observation is this number at least. */
export function atLeast(key: string, least: number): Fact['holds'] {
  return (seen) => numberOf(seen, key) >= least;
}

/** Two counts of an output are equal, and there is something to count. */
export function sameCount(key: string, of: string): Fact['holds'] {
  return (seen) => numberOf(seen, of) > 0 && numberOf(seen, key) === numberOf(seen, of);
}

export function exitsWith(...codes: readonly number[]): Fact['holds'] {
  return (seen) => codes.includes(numberOf(seen, 'exit'));
}

export function both(...conditions: readonly Fact['holds'][]): Fact['holds'] {
  return (seen, context) => conditions.every((holds) => holds(seen, context));
}
