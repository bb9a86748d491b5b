import { replaySession } from '../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { detectorOf } from './lag-watch.ts';
import type { CheckedLag, Verdict } from './match.ts';
import { verdictOf } from './session-verdict.ts';

/** Compares the finished session's lags with the truth. @throws LaglensError if the file is unreadable */
export async function resultOf(path: string, truth: readonly TruthLag[], kinds: readonly string[] = []): Promise<Verdict> {
  const file = await SessionFile.open(path);
  try {
    const { model } = await replaySession(file, inflateDriver);
    const judge = detectorOf(model);
    judge.update();
    return verdictOf(model, judge.lags, truth, kinds);
  } finally {
    await file.close();
  }
}

export function reportOf({ truth, missing, lags, stalls, stutters, stops, false: wrong }: Verdict): string {
  const found = truth.filter((lag) => lag.found).length;
  const inParts = truth.filter((lag) => lag.parts > 0).length;
  const sums = [
    `${found} of ${truth.length} lags found${inParts === 0 ? '' : ` and ${inParts} in parts`}`,
    `culprit right in ${rightOf(truth.map(({ culpritRight }) => culpritRight))}`,
    `cause in ${rightOf(truth.map(({ causeRight }) => causeRight))}`,
    `its threads in ${rightOf(truth.map(({ wakerRight }) => wakerRight))}`,
    `its exact waker in ${rightOf(truth.map(({ exactWakerRight }) => exactWakerRight))}`,
    `thread and screen in ${rightOf(truth.map(({ placeRight }) => placeRight))}`,
    `${wrong} of ${lags.length} false`,
    ...(missing.length === 0 ? [] : [`missing ${missing.join(', ')}`]),
  ];
  const beside = [
    ...countOf(stalls, 'stall', 'of the machine'),
    ...countOf(stutters, 'stutter', 'outside lags'),
    ...countOf(stops, 'stop', 'of the process'),
  ];
  return [
    '',
    "The app's own log            length    found   culprit   platform         cause",
    ...truth.map(rowOf),
    '',
    ...oursOf(truth),
    '',
    sums.join(', '),
    ...(beside.length === 0 ? [] : [`Counted nowhere: ${beside.join(', ')}`]),
    '',
  ].join('\n');
}

/** `12 of 13`. */
function rightOf(checks: readonly (boolean | null)[]): string {
  return `${checks.filter((check) => check === true).length} of ${checks.filter((check) => check !== null).length}`;
}

function countOf({ length }: readonly unknown[], one: string, where: string): readonly string[] {
  return length === 0 ? [] : [`${length} ${one}${length === 1 ? '' : 's'} ${where}`];
}

function rowOf(lag: CheckedLag): string {
  const { kind, startMs, durationMs, foundDurationMs, parts, platform, cause } = lag;
  const at = `${(startMs / 1000).toFixed(1)} s`.padStart(8);
  const ms = (value: number): string => `${Math.round(value)} ms`.padStart(9);
  const length = foundDurationMs === null ? (parts > 0 ? `  in ${parts} parts` : '  MISSED') : ms(foundDurationMs);
  const why = `${wordOf(whyRight(lag))}  ${cause ?? ''}`;
  const checks = `${wordOf(lag.culpritRight).padEnd(8)}  ${(platform ?? '').padEnd(15)}`;
  return `${at}  ${kind.padEnd(16)}${ms(durationMs)}${length}   ${checks}  ${why}`.trimEnd();
}

/** With its threads. */
function whyRight({ causeRight, wakerRight, exactWakerRight }: CheckedLag): boolean | null {
  return causeRight === true && (wakerRight === false || exactWakerRight === false) ? false : causeRight;
}

/** Each kind's platform parts that are ours; those of all kinds once. */
function oursOf(truth: readonly CheckedLag[]): readonly string[] {
  const [first, ...others] = truth;
  const common = (first?.ours ?? []).filter((part) => others.every(({ ours }) => ours.includes(part)));
  const own = new Map(truth.map(({ kind, ours }) => [kind, ours.filter((part) => !common.includes(part))]));
  const byKind = [...own].filter(([, ours]) => ours.length > 0).map(([kind, ours]) => `${kind}: ${ours.join(', ')}`);
  return [
    ...(common.length === 0 ? [] : [`Ours instead of the platform's, in all kinds: ${common.join(', ')}`]),
    ...(byKind.length === 0 ? [] : [`besides in ${byKind.join('; ')}`]),
  ];
}

function wordOf(isRight: boolean | null): string {
  return isRight === null ? '' : isRight ? 'right' : 'WRONG';
}
