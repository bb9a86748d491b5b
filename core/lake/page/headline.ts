import { numberText } from './number-text.ts';

/** The two versions that are compared, with their sessions that have a rate. */
export interface VersionPair {
  readonly now: string;
  readonly before: string;
  readonly nowSessions: number;
  readonly beforeSessions: number;
}

/** Groups of lags by their change. */
export interface ChangedGroups {
  readonly more: number;
  readonly less: number;
  readonly added: number;
}

/** With as many, changes of some times their spread are judged; with fewer only of far more. */
export const ENOUGH_SESSIONS = 5;

/** `1.1 against 1.0: nothing beyond chance; 2 sessions are too few, 5 of each version would do` */
export function headline(pair: VersionPair, changed: ChangedGroups): string {
  const isJudged = changed.more + changed.less > 0;
  return [`${pair.now} against ${pair.before}: ${changesText(changed)}`, ...(isJudged ? [] : tooFew(pair))].join('; ');
}

function changesText({ more, less, added }: ChangedGroups): string {
  const words = [
    ...(more === 0 ? [] : [`${groups(more)} ${more === 1 ? 'takes' : 'take'} more time`]),
    ...(less === 0 ? [] : [`${groups(less)} ${less === 1 ? 'takes' : 'take'} less time`]),
  ];
  const judged = words.length === 0 ? 'nothing beyond chance' : words.join(', ');
  return added === 0 ? judged : `${judged}; ${groups(added)} seen for the first time`;
}

function groups(count: number): string {
  return `${numberText(count)} ${count === 1 ? 'group of lags' : 'groups of lags'}`;
}

function tooFew({ now, before, nowSessions, beforeSessions }: VersionPair): readonly string[] {
  const few = [
    { version: now, sessions: nowSessions },
    { version: before, sessions: beforeSessions },
  ].filter(({ sessions }) => sessions < ENOUGH_SESSIONS);
  const [one] = few;
  if (one === undefined) return [];
  if (few.length > 1) return [`${numberText(nowSessions + beforeSessions)} sessions are too few, ${ENOUGH_SESSIONS} each would do`];
  const are = one.sessions === 1 ? 'session is' : 'sessions are';
  return [`${numberText(one.sessions)} ${are} too few of ${one.version}, ${ENOUGH_SESSIONS} would do`];
}
