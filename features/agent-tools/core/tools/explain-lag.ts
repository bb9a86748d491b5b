import { lagGroups } from '../../../../core/analysis/lags/groups/lag-groups.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { causeWords } from '../answers/cause-words.ts';
import { frameFacts, frameFields, frameWords } from '../answers/frame-facts.ts';
import { ms, msWords } from '../answers/ms.ts';
import { groupHandle } from '../answers/short-handle.ts';
import { leftOut, tokenBudget, withinBudget } from '../answers/within-budget.ts';
import type { SessionView } from '../session-view.ts';
import { dataText, quoted } from '../shapes/data-text.ts';
import { choice, data, type FieldsOf, flag, list, maybe, number, object, text } from '../shapes/shape.ts';
import { type Answered, dataNote, defineTool } from '../tool.ts';
import { findLag } from './find-lag.ts';
import { type CallFacts, heaviestCalls, hotShape, pathShape } from './heaviest-path.ts';
import { endShape, lagWaitEnd, lagWaits, waitsShape, waitWords } from './lag-waits.ts';
import { kindWords, lagKinds, sessionArgument } from './lag-words.ts';

const args = {
  session: sessionArgument,
  lag: text('Handle of laglens_list_lags or laglens_wait.', 60),
  tokenBudget,
};

const answer = {
  session: text('Handle of further calls.'),
  lag: text('Handle.'),
  group: text('Handle of its group.'),
  seen: number('Lags of the group in the session.'),
  kind: choice('Kind of lag.', lagKinds),
  startMs: number('Since the begin of the session.'),
  ms: number('Length; so far, if open.'),
  open: maybe(flag('It lasts now.')),
  thread: data('Its thread.'),
  screen: maybe(data('The screen in front.')),
  why: text('Cause, with the app’s names in quotes.', 4_000),
  rule: text('Name of the rule that explains most of its time.'),
  explainedMs: number('Time that the cause explains.'),
  culprit: maybe(object('The app’s function that caused it: begin there.', frameFields)),
  time: object('How its time was spent.', {
    busyMs: number('On CPU.'),
    blockedMs: number('In known waits.'),
    gcMs: number('Stopped by garbage collections.'),
    noCoreMs: number('Ready to run, without a core.'),
    unknownMs: number('Nothing is known.'),
  }),
  queuedMs: maybe(number('Longest time that a due message had waited before.')),
  majorFaults: maybe(number('Pages read from storage.')),
  allocatedBytes: maybe(number('Allocated by its thread.')),
  deadlock: maybe(flag('Threads wait for each other.')),
  waits: maybe(waitsShape),
  endedBy: maybe(endShape),
  path: maybe(pathShape),
  callersLeftOut: maybe(number('Frames of the system above the path.')),
  hot: maybe(hotShape),
  more: list('Calls that say more.', text('', 2_000)),
  leftOut,
};

export const explainLag = defineTool({
  name: 'laglens_explain_lag',
  title: 'Explain a lag',
  description: `One lag: its cause with figures, the heaviest path of calls with lines, what it waited for and who held that. ${dataNote}`,
  args,
  answer,
  isReadOnly: true,
});

export type Explanation = FieldsOf<typeof answer>;

export function answerExplainLag(view: SessionView, given: FieldsOf<typeof args>): Answered<typeof answer> {
  const lag = findLag(view, given.lag);
  const { path, callersLeftOut, hot } = heaviestCalls(view, lag);
  const waits = lagWaits(view, lag);
  const endedBy = lagWaitEnd(view, lag);
  const next = (tokens: number): string =>
    `laglens_explain_lag ${JSON.stringify({ session: view.handle, lag: lag.id, tokenBudget: Math.min(20_000, tokens) })}`;
  const whole: Explanation = {
    ...factsOf(view, lag),
    ...(waits.length === 0 ? {} : { waits }),
    ...(endedBy === undefined ? {} : { endedBy }),
    ...(path.length === 0 ? {} : { path }),
    ...(callersLeftOut === 0 ? {} : { callersLeftOut }),
    ...(hot.length === 0 ? {} : { hot }),
    more: moreCalls(view, lag),
  };
  const bigger = next(4 * given.tokenBudget);
  const cuttable = [
    { key: 'hot', least: 1, next: bigger },
    { key: 'path', least: 4, from: 'start', next: bigger },
    { key: 'waits', least: 1, next: bigger },
    { key: 'more', least: 0, next: bigger },
    { key: 'path', least: 1, from: 'start', next: bigger },
    { key: 'hot', least: 0, next: bigger },
  ] as const;
  const fitted = withinBudget(whole, cuttable, given.tokenBudget, wordsOf);
  return { answer: fitted, words: wordsOf(fitted) };
}

function factsOf(view: SessionView, lag: Lag): Omit<Explanation, 'more'> {
  const cause = view.causes.of(lag);
  const group = lagGroups(view.lags).find(({ lags }) => lags.includes(lag));
  const { screen, queuedUs, counts, allocated, waitsOn } = lag;
  return {
    session: view.handle,
    lag: lag.id,
    group: groupHandle(group?.key ?? ''),
    seen: group?.lags.length ?? 1,
    kind: lag.kind,
    startMs: ms(lag.beginUs),
    ms: ms(lag.endUs - lag.beginUs),
    ...(lag.open ? { open: true } : {}),
    thread: dataText(view.model.threads[lag.thread]?.name ?? ''),
    ...(screen === undefined ? {} : { screen: dataText(screen) }),
    why: causeWords(view, cause),
    rule: cause.rule,
    explainedMs: ms(cause.explainedUs),
    ...(lag.culprit === undefined ? {} : { culprit: frameFacts(view, lag.culprit.node) }),
    time: {
      busyMs: ms(lag.busyUs),
      blockedMs: ms(lag.blockedUs),
      gcMs: ms(lag.gcUs),
      noCoreMs: ms(lag.readyUs),
      unknownMs: ms(lag.unknownUs),
    },
    ...(queuedUs === undefined ? {} : { queuedMs: ms(queuedUs) }),
    ...(counts === undefined || counts.majorFaults === 0 ? {} : { majorFaults: counts.majorFaults }),
    ...(allocated === undefined ? {} : { allocatedBytes: allocated.ownBytes }),
    ...(waitsOn?.isDeadlock === true ? { deadlock: true } : {}),
  };
}

function moreCalls(view: SessionView, lag: Lag): readonly string[] {
  const session = view.handle;
  const file = lag.culprit?.sourceFile ?? '';
  return [
    ...(file === '' ? [] : [`laglens_source_costs ${JSON.stringify({ session, file: dataText(file) })}`]),
    `laglens_threads_at ${JSON.stringify({ session, lag: lag.id })}`,
  ];
}

function wordsOf(found: Explanation): string {
  const { culprit, screen, time, path = [], hot = [], waits = [], endedBy, leftOut: missing = [] } = found;
  const states = Object.entries({
    busy: time.busyMs,
    blocked: time.blockedMs,
    'garbage collection': time.gcMs,
    'no core free': time.noCoreMs,
    unknown: time.unknownMs,
  });
  const spent = states.filter(([, length]) => length > 0).map(([state, length]) => `${state} ${msWords(length)}`);
  return [
    `${found.lag}: ${kindWords(found.kind)}, ${msWords(found.ms)}${found.open === true ? ' and open' : ''} at ${msWords(found.startMs)}, seen ${found.seen} x${screen === undefined ? '' : `, on ${quoted(screen)}`}. ${found.why}`,
    ...(culprit === undefined ? [] : [`Culprit: ${frameWords(culprit)}.`]),
    ...(spent.length === 0 ? [] : [`Time: ${spent.join(', ')}.`]),
    ...waits.map(waitWords),
    ...(endedBy === undefined ? [] : [`${quoted(endedBy.thread)} ${endedBy.certain ? '' : 'likely '}ended the wait.`]),
    ...(path.length === 0 ? [] : [`Path: ${path.map(callWords).join(' > ')}`]),
    ...(hot.length === 0 ? [] : [`Own time: ${hot.map((call) => `${quoted(call.name)} ${msWords(call.selfMs)}`).join(', ')}.`]),
    ...missing.map(({ what, count }) => `${count} of ${what} left out.`),
  ].join('\n');
}

function callWords({ name, totalMs }: CallFacts): string {
  return `${quoted(name)} ${msWords(totalMs)}`;
}
