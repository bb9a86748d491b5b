import { fillIn } from '../../fill-in.ts';
import type { LimitName } from '../../session/limits/model-limits.ts';
import type { SessionModel } from '../../session/model/model.ts';

/** Losses by a session's limits, in English; views may translate them. */
export const limitTexts = {
  limitRows: 'Lags and details before {0} were dropped; only the newest are kept.',
  limitLags: 'Older lags dropped: {0}. Only the newest are kept.',
  limitIgnored: 'Unusable messages in the session: {0}.',
  limitUnread: 'The file unpacks to more than a recording of its size can hold. Only the first {0} MB are shown.',
  limitBytes: 'From {0} on, details beyond {2} MB of memory were left out.',
  limitRuns: 'From {0} on, processes beyond {2} were left out ({1}).',
  limitThreads: 'From {0} on, threads beyond {2} were left out ({1}).',
  limitLetters: 'From {0} on, characters of names beyond {2} were left out ({1}).',
  limitStrings: 'From {0} on, texts beyond {2} were left out ({1}).',
  limitMethods: 'From {0} on, methods beyond {2} were left out ({1}).',
  limitNodes: 'From {0} on, stacks beyond {2} were left out ({1}).',
  limitImages: 'From {0} on, libraries beyond {2} were left out ({1}).',
  limitClasses: 'From {0} on, source maps beyond {2} were left out ({1}).',
  limitRenamedClasses: 'From {0} on, class names beyond {2} were left out ({1}).',
  limitNamedFrames: 'From {0} on, frame names beyond {2} were left out ({1}).',
  limitCapabilities: 'From {0} on, agent capabilities beyond {2} were left out ({1}).',
  limitMarks: 'From {0} on, markers beyond {2} were left out ({1}).',
  limitNotes: 'From {0} on, notes beyond {2} were left out ({1}).',
  limitGaps: 'From {0} on, data gaps beyond {2} were left out ({1}).',
  limitPhases: 'From {0} on, app phases beyond {2} were left out ({1}).',
  limitStops: 'From {0} on, pauses of the app beyond {2} were left out ({1}).',
  limitDropReports: 'From {0} on, loss reports beyond {2} were left out ({1}).',
  limitSystemRecords: 'From {0} on, records of ANRs and ends beyond {2} were left out ({1}).',
  limitTables: 'From {0} on, restarts of the agent’s tables beyond {2} were left out ({1}).',
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
  systemRecords: 'limitSystemRecords',
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
