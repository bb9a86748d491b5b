import { causeOf } from '../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import { sessionFrames } from '../../core/analysis/lags/session-frames.ts';
import { longestWaitEnd } from '../../core/analysis/locks/wait-end.ts';
import { causeParts, causeText } from '../../core/analysis/report/cause-text.ts';
import { float64At } from '../../core/columns/at.ts';
import type { TimeRange } from '../../core/columns/time-range.ts';
import { atOnce } from '../../core/session/file/turns.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Run } from '../../core/session/model/run.ts';
import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { isAppClass, thresholdMs } from './lag-watch.ts';
import { compare, type FoundLag, type Verdict } from './match.ts';
import type { Span } from './match-beside.ts';

/** Compares a session's lags with the app's own log. @param kinds that should be in it @throws Error without a run */
export function verdictOf(model: SessionModel, lags: readonly Lag[], truth: readonly TruthLag[], kinds: readonly string[] = []): Verdict {
  const [run] = model.runs;
  if (run?.originUs === undefined) throw new Error('The session has no run of the app.');
  // Both clocks are CLOCK_MONOTONIC of this computer; the session's begins at the agent's first message.
  const originUs = run.originUs;
  const relative = truth.map((lag) => ({ ...lag, startMs: (lag.startUs - originUs) / 1000 }));
  const app = new AppMethods(model, isAppClass);
  const window = { startMs: run.beginUs / 1000, durationMs: (run.nowUs - run.beginUs) / 1000 };
  return compare(
    relative,
    lags.map((lag) => foundLag(model, lag, app)),
    window,
    thresholdMs,
    kinds,
    { stutters: atOnce(sessionFrames(model, lags)).stutters.map(spanOf), stops: stopsOf(run) },
  );
}

function foundLag(model: SessionModel, lag: Lag, app: AppMethods): FoundLag {
  const { kind, busyUs, blockedUs, readyUs, culprit, screen } = lag;
  const cause = causeOf(model, lag, app);
  const thread = model.threads[lag.thread];
  const end = thread && longestWaitEnd(model, thread, lag);
  return {
    kind,
    ...spanOf(lag),
    busyMs: busyUs / 1000,
    blockedMs: blockedUs / 1000,
    readyMs: readyUs / 1000,
    thread: thread?.name ?? '',
    screen: screen ?? null,
    culprit: culprit ? { class: culprit.class, method: culprit.method, file: culprit.sourceFile, line: culprit.line } : null,
    cause: {
      rule: cause.rule,
      text: causeText(cause),
      threads: causeParts(cause.sentences).flatMap((part) => (typeof part !== 'string' && part.kind === 'thread' ? [part.name] : [])),
    },
    waker: end === undefined ? null : { thread: model.threads[end.thread]?.name ?? '', isCertain: end.isCertain },
  };
}

function stopsOf({ stops }: Run): readonly Span[] {
  return Array.from({ length: stops.length }, (_, row) =>
    spanOf({ beginUs: float64At(stops.beginUs, row), endUs: float64At(stops.endUs, row) }),
  );
}

function spanOf({ beginUs, endUs }: TimeRange): Span {
  return { startMs: beginUs / 1000, durationMs: (endUs - beginUs) / 1000 };
}
