import { joinedPhrase, phrase } from '../../../../core/text/phrase.ts';
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
  const changes = phrase`${pair.now} against ${pair.before}: ${changesText(changed)}`;
  return isJudged ? changes : joinedPhrase([changes, ...tooFew(pair)], '; ');
}

function changesText({ more, less, added }: ChangedGroups): string {
  const judged = [...(more === 0 ? [] : [moreText(more)]), ...(less === 0 ? [] : [lessText(less)])];
  const changed = judged.length === 0 ? phrase`nothing beyond chance` : joinedPhrase(judged, ', ');
  return added === 0 ? changed : joinedPhrase([changed, addedText(added)], '; ');
}

function moreText(groups: number): string {
  return groups === 1 ? phrase`1 group of lags takes more time` : phrase`${numberText(groups)} groups of lags take more time`;
}

function lessText(groups: number): string {
  return groups === 1 ? phrase`1 group of lags takes less time` : phrase`${numberText(groups)} groups of lags take less time`;
}

function addedText(groups: number): string {
  if (groups === 1) return phrase`1 group of lags seen for the first time`;
  return phrase`${numberText(groups)} groups of lags seen for the first time`;
}

function tooFew({ now, before, nowSessions, beforeSessions }: VersionPair): readonly string[] {
  const few = [
    { version: now, sessions: nowSessions },
    { version: before, sessions: beforeSessions },
  ].filter(({ sessions }) => sessions < ENOUGH_SESSIONS);
  const [one] = few;
  if (one === undefined) return [];
  if (few.length > 1) return [phrase`${numberText(nowSessions + beforeSessions)} sessions are too few, ${ENOUGH_SESSIONS} each would do`];
  if (one.sessions === 1) return [phrase`1 session is too few of ${one.version}, ${ENOUGH_SESSIONS} would do`];
  return [phrase`${numberText(one.sessions)} sessions are too few of ${one.version}, ${ENOUGH_SESSIONS} would do`];
}
