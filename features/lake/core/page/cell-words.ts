import { phrase } from '../../../../core/text/phrase.ts';

/** By the name of the rule (docs/causes.md). */
const causes: Readonly<Record<string, string>> = {
  cpu: phrase`CPU use`,
  power: phrase`battery use`,
  memory: phrase`memory use`,
  growth: phrase`growing memory`,
  frames: phrase`dropped frames`,
  deadlock: phrase`deadlock`,
  binder: phrase`binder call`,
  disk: phrase`disk`,
  file: phrase`file`,
  path: phrase`file`,
  pipe: phrase`pipe`,
  socket: phrase`socket`,
  network: phrase`network`,
  process: phrase`another process`,
  database: phrase`database`,
  provider: phrase`content provider`,
  classes: phrase`class loading`,
  library: phrase`library loading`,
  preferencesApply: phrase`preferences, apply`,
  preferencesCommit: phrase`preferences, commit`,
  preferencesLoad: phrase`preferences, load`,
  frozen: phrase`frozen process`,
  sleep: phrase`sleep`,
  lock: phrase`lock`,
  blockingCall: phrase`blocking call`,
  objectWait: phrase`wait for an object`,
  classInit: phrase`class initialiser`,
  storm: phrase`message burst`,
  garbage: phrase`garbage collection`,
  noCore: phrase`busy cores`,
  busy: phrase`busy`,
  wait: phrase`other wait`,
  unknown: phrase`unknown`,
};

/** The ready questions' word for it. */
const UNKNOWN = '(unknown)';

/** A value of an answer as words, where it is no text from outside: the name of a cause, or that nothing is known. */
export function cellWords(column: string, text: string): string {
  if (column === 'cause' && Object.hasOwn(causes, text)) return causes[text] ?? text;
  return text === UNKNOWN ? phrase`(unknown)` : text;
}
