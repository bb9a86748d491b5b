import { fillIn } from '../../fill-in.ts';
import type { LimitName } from '../../session/limits/model-limits.ts';
import type { SessionModel } from '../../session/model/model.ts';

/** Losses by a session's limits, in English; views may translate them. */
export const limitTexts = {
  limitRows: 'Details before {0} were dropped; only the newest are kept.',
  limitLags: '{0} older lags were dropped; only the newest are kept.',
  limitIgnored: 'Unusable messages in the session: {0}.',
  limitUnread: 'The file unpacks to more than a recording of its size can hold. Only the first {0} MB are shown.',
  limitBytes: 'From {0} on, details beyond {2} MB of memory were left out.',
  limitRuns: 'From {0} on, {1} processes beyond {2} were left out.',
  limitThreads: 'From {0} on, {1} threads beyond {2} were left out.',
  limitLetters: 'From {0} on, {1} characters of names beyond {2} were left out.',
  limitStrings: 'From {0} on, {1} texts beyond {2} were left out.',
  limitMethods: 'From {0} on, {1} methods beyond {2} were left out.',
  limitNodes: 'From {0} on, {1} stacks beyond {2} were left out.',
  limitImages: 'From {0} on, {1} libraries beyond {2} were left out.',
  limitClasses: 'From {0} on, {1} source maps beyond {2} were left out.',
  limitRenamedClasses: 'From {0} on, {1} class names beyond {2} were left out.',
  limitNamedFrames: 'From {0} on, {1} frame names beyond {2} were left out.',
  limitCapabilities: 'From {0} on, {1} agent capabilities beyond {2} were left out.',
  limitMarks: 'From {0} on, {1} markers beyond {2} were left out.',
  limitNotes: 'From {0} on, {1} notes beyond {2} were left out.',
  limitGaps: 'From {0} on, {1} data gaps beyond {2} were left out.',
  limitPhases: 'From {0} on, {1} app phases beyond {2} were left out.',
  limitStops: 'From {0} on, {1} pauses of the app beyond {2} were left out.',
  limitDropReports: 'From {0} on, {1} loss reports beyond {2} were left out.',
  limitTables: 'From {0} on, {1} restarts of the agent’s tables beyond {2} were left out.',
} as const;

export interface SessionLimit {
  readonly text: keyof typeof limitTexts;
  readonly values: readonly (string | number)[];
  /** Session time since when, for rows until when; undefined if unknown. */
  readonly atUs?: number;
  readonly leftOut: number;
}

const textOf: Readonly<Record<LimitName, SessionLimit['text']>> = {
  bytes: 'limitBytes',
  rows: 'limitRows',
  runs: 'limitRuns',
  threads: 'limitThreads',
  letters: 'limitLetters',
  strings: 'limitStrings',
  methods: 'limitMethods',
  nodes: 'limitNodes',
  images: 'limitImages',
  classes: 'limitClasses',
  renamedClasses: 'limitRenamedClasses',
  namedFrames: 'limitNamedFrames',
  capabilities: 'limitCapabilities',
  marks: 'limitMarks',
  notes: 'limitNotes',
  gaps: 'limitGaps',
  phases: 'limitPhases',
  stops: 'limitStops',
  dropReports: 'limitDropReports',
  tables: 'limitTables',
};

/** Limits outside the model. */
export interface BesideModel {
  readonly lags: number;
  /** Raw bytes read when a file was cut; undefined when it was read whole. */
  readonly unreadBeyond?: number | undefined;
}

/** @param moment formats a session time */
export function sessionLimits(model: SessionModel, beside: BesideModel, moment: (atUs: number) => string): readonly SessionLimit[] {
  const limits: SessionLimit[] = [];
  const { lags, unreadBeyond } = beside;
  if (unreadBeyond !== undefined) limits.push({ text: 'limitUnread', values: [megabytes(unreadBeyond)], leftOut: 1 });
  for (const { name, atUs, leftOut, limit } of model.budgetEnds) {
    const sinceUs = name === 'rows' ? model.keptBeginUs : atUs;
    const most = name === 'bytes' ? megabytes(limit) : number(limit);
    limits.push({ text: textOf[name], values: [moment(sinceUs), number(leftOut), most], atUs: sinceUs, leftOut });
  }
  if (lags > 0) limits.push({ text: 'limitLags', values: [number(lags)], leftOut: lags });
  if (model.ignored > 0) limits.push({ text: 'limitIgnored', values: [number(model.ignored)], leftOut: model.ignored });
  return limits;
}

/** In English. */
export function limitSentence({ text, values }: SessionLimit): string {
  return fillIn(limitTexts[text], values);
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function megabytes(bytes: number): string {
  return number(Math.round(bytes / 2 ** 20));
}
