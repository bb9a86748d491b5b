import { type LagGroup, lagGroups } from '../../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { observedUs } from '../../../../core/analysis/threads/observed-time.ts';
import { causeWords } from '../answers/cause-words.ts';
import { frameFacts, frameFields, frameWords } from '../answers/frame-facts.ts';
import { ms, msWords } from '../answers/ms.ts';
import { groupHandle } from '../answers/short-handle.ts';
import { ToolError } from '../answers/tool-error.ts';
import { leftOut, tokenBudget, withinBudget } from '../answers/within-budget.ts';
import type { SessionView } from '../session-view.ts';
import { type DataText, dataText, quoted } from '../shapes/data-text.ts';
import { choice, data, type FieldsOf, flag, list, maybe, number, object, text, usually } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';
import { kindWords, lagKinds, sessionArgument } from './lag-words.ts';

const ARE_LISTED = 50;

export const lagFields = {
  lag: text('Handle for laglens_explain_lag.'),
  group: text('Handle of its group: repetitions of one lag.'),
  startMs: number('Since the begin of the session.'),
  ms: number('Length; so far, if open.'),
  kind: choice('Kind of lag.', lagKinds),
  open: maybe(flag('It lasts now.')),
  why: text('Cause, with the app’s names in quotes.', 4_000),
  culprit: maybe(object('The app’s function that caused it.', frameFields)),
};

const groupFields = {
  group: text('Handle: the same in every session.'),
  count: number('Lags in it.'),
  totalMs: number('Their time together.'),
  worstMs: number('Length of the longest.'),
  worst: text('Handle of the longest, for laglens_explain_lag.'),
  kind: choice('Kind of the longest.', lagKinds),
  open: maybe(flag('One of them lasts now.')),
  why: text('Cause of the longest, with the app’s names in quotes.', 4_000),
  culprit: maybe(object('The app’s function that caused it.', frameFields)),
};

const args = {
  session: sessionArgument,
  by: usually(
    choice('group: repetitions of one lag together, most time first. lag: one by one, longest first.', ['group', 'lag']),
    'group',
  ),
  group: maybe(text('Only lags of this group, one by one.', 40)),
  minMs: usually(number('Shortest lag that counts.', 5, 600_000), 100),
  fromMs: maybe(number('Only lags that end after this time of the session.')),
  offset: usually(number('Leaves out so many of the first.', 0, 100_000), 0),
  tokenBudget,
};

const answer = {
  session: text('Handle of further calls.'),
  app: maybe(data('Application id of the last process.')),
  live: flag('The capture goes on.'),
  durationMs: number('Length of the session.'),
  observedMs: number('Time in which lags could be seen.'),
  minMs: number('Shortest lag that counts.'),
  lagCount: number('All lags of the session.'),
  lagMs: number('Their time together, without those of CPU and memory.'),
  groups: maybe(list('Most time first.', object('', groupFields))),
  lags: maybe(list('Longest first.', object('', lagFields))),
  leftOut,
};

export const listLags = defineTool({
  name: 'laglens_list_lags',
  title: 'List lags',
  description: `Lags of a session or of a running capture: how long, why, and the line of the app that caused each. Begin here; then laglens_explain_lag with a handle. ${dataNote}`,
  args,
  answer,
  isReadOnly: true,
});

type ListArguments = FieldsOf<typeof args>;
export type LagList = FieldsOf<typeof answer>;
type ListedLag = FieldsOf<typeof lagFields>;
type ListedGroup = FieldsOf<typeof groupFields>;

export function answerListLags(view: SessionView, given: ListArguments): Answered<typeof answer> {
  const { model, lags, handle } = view;
  const fromUs = (given.fromMs ?? 0) * 1_000;
  const counted = lags.filter((lag) => lag.endUs - lag.beginUs >= given.minMs * 1_000 && lag.endUs >= fromUs);
  const groups = lagGroups(counted);
  const blocking = counted.filter(({ band }) => band !== 'load');
  const app = appOf(view);
  const about: LagList = {
    session: handle,
    ...(app === undefined ? {} : { app }),
    live: view.isLive,
    durationMs: ms(model.nowUs),
    observedMs: ms(observedUs(model)),
    minMs: given.minMs,
    lagCount: counted.length,
    lagMs: ms(blocking.reduce((sum, lag) => sum + lag.endUs - lag.beginUs, 0)),
  };
  const whole =
    given.by === 'lag' || given.group !== undefined ? withLags(view, about, groups, given) : withGroups(view, about, groups, given);
  const key = whole.lags === undefined ? 'groups' : 'lags';
  const shown = whole[key]?.length ?? 0;
  const fitted = withinBudget(whole, [{ key, least: 1, next: nextCall(handle, given) }], given.tokenBudget, wordsOf);
  const kept = fitted[key]?.length ?? 0;
  const more = fitted.leftOut?.map((part) => (kept < shown ? { ...part, next: nextCall(handle, given, given.offset + kept) } : part));
  const done: LagList = more === undefined ? fitted : { ...fitted, leftOut: more };
  return { answer: done, words: wordsOf(done) };
}

function appOf({ model }: SessionView): DataText | undefined {
  const last = model.runs.at(-1);
  const app = last?.process?.app || last?.hello?.process || '';
  return app === '' ? undefined : dataText(app);
}

function withGroups(view: SessionView, about: LagList, groups: readonly LagGroup[], { offset, by, ...given }: ListArguments): LagList {
  const sorted = [...groups].sort((a, b) => isLoad(a.worst) - isLoad(b.worst) || b.totalUs - a.totalUs);
  const shown = sorted.slice(offset, offset + ARE_LISTED).map((group) => listedGroup(view, group));
  return {
    ...about,
    groups: shown,
    ...rest('groups', sorted.length - offset - shown.length, nextCall(view.handle, { ...given, by }, offset + shown.length)),
  };
}

function withLags(view: SessionView, about: LagList, groups: readonly LagGroup[], given: ListArguments): LagList {
  const wanted = groups.filter(({ key }) => given.group === undefined || groupHandle(key) === given.group);
  if (given.group !== undefined && wanted.length === 0)
    throw new ToolError(
      'The session has no lags of that group.',
      `Call laglens_list_lags with session ${JSON.stringify(view.handle)} for its groups.`,
    );
  const lags = wanted.flatMap(({ key, lags: members }) => members.map((lag) => ({ lag, group: groupHandle(key) })));
  lags.sort((a, b) => isLoad(a.lag) - isLoad(b.lag) || lengthOf(b.lag) - lengthOf(a.lag));
  const shown = lags.slice(given.offset, given.offset + ARE_LISTED).map(({ lag, group }) => listedLag(view, lag, group));
  return {
    ...about,
    lags: shown,
    ...rest('lags', lags.length - given.offset - shown.length, nextCall(view.handle, given, given.offset + shown.length)),
  };
}

function rest(what: string, count: number, next: string): Pick<LagList, 'leftOut'> {
  return count > 0 ? { leftOut: [{ what, count, next }] } : {};
}

export function listedLag(view: SessionView, lag: Lag, group: string): ListedLag {
  return {
    lag: lag.id,
    group,
    startMs: ms(lag.beginUs),
    ms: ms(lengthOf(lag)),
    kind: lag.kind,
    ...(lag.open ? { open: true } : {}),
    ...whyOf(view, lag),
  };
}

function listedGroup(view: SessionView, { key, lags, totalUs, worst, open }: LagGroup): ListedGroup {
  return {
    group: groupHandle(key),
    count: lags.length,
    totalMs: ms(totalUs),
    worstMs: ms(lengthOf(worst)),
    worst: worst.id,
    kind: worst.kind,
    ...(open ? { open: true } : {}),
    ...whyOf(view, worst),
  };
}

function whyOf(view: SessionView, lag: Lag): Pick<ListedLag, 'why' | 'culprit'> {
  const why = causeWords(view, view.causes.of(lag));
  return { why, ...(lag.culprit === undefined ? {} : { culprit: frameFacts(view, lag.culprit.node) }) };
}

function wordsOf(found: LagList): string {
  const { lagCount, lagMs, durationMs, groups = [], lags = [], leftOut: missing = [] } = found;
  const head = `${lagCount} lags of at least ${found.minMs} ms in ${(durationMs / 1_000).toFixed(1)} s, ${msWords(lagMs)} together.`;
  return [
    head,
    ...groups.map((group) => `${group.group}: ${group.count} x, worst ${msWords(group.worstMs)} (${group.worst})${byWords(group)}`),
    ...lags.map(lagWords),
    ...missing.map(({ what, count, next }) => `${count} ${what} left out: ${next}`),
  ].join('\n');
}

export function lagWords(lag: ListedLag): string {
  return `${lag.lag}: ${msWords(lag.ms)}${lag.open === true ? ' and open' : ''}${byWords(lag)}`;
}

/** Most causes name the culprit. */
function byWords({ culprit, kind, why }: Pick<ListedLag, 'culprit' | 'kind' | 'why'>): string {
  const what = culprit === undefined ? `, ${kindWords(kind)}` : why.includes(quoted(culprit.name)) ? '' : ` in ${frameWords(culprit)}`;
  return `${what}. ${why}`;
}

function nextCall(session: string, { by, group, minMs, fromMs }: Partial<ListArguments>, offset = 0): string {
  return `laglens_list_lags ${JSON.stringify({ session, by, group, minMs, fromMs, offset })}`;
}

function lengthOf({ beginUs, endUs }: Lag): number {
  return endUs - beginUs;
}

/** Lags of CPU and memory block no one. */
function isLoad({ band }: Lag): number {
  return band === 'load' ? 1 : 0;
}
