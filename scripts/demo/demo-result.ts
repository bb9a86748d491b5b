import { replaySession } from '../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { detectorOf, verdictOf } from './lag-watch.ts';
import type { CheckedLag, Verdict } from './match.ts';

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

export function reportOf({ truth, missing, lags, stalls, false: wrong }: Verdict): string {
  const rows = truth.map(rowOf);
  const found = truth.filter((lag) => lag.found).length;
  const inParts = truth.filter((lag) => lag.parts > 0).length;
  const sums = [
    `${found} of ${truth.length} lags found${inParts === 0 ? '' : ` and ${inParts} in parts`}`,
    `culprit right in ${rightOf(truth.map(({ culpritRight }) => culpritRight))}`,
    `cause in ${rightOf(truth.map(({ causeRight }) => causeRight))}`,
    `its thread in ${rightOf(truth.map(({ wakerRight }) => wakerRight))}`,
    `${wrong} of ${lags.length} false`,
    ...(missing.length === 0 ? [] : [`missing ${missing.join(', ')}`]),
    ...(stalls.length === 0 ? [] : [`${stalls.length} stalls of the machine`]),
  ];
  return ['', "The app's own log            length    found   culprit   cause", ...rows, '', sums.join(', '), ''].join('\n');
}

/** `12 of 13`. */
function rightOf(checks: readonly (boolean | null)[]): string {
  return `${checks.filter((check) => check === true).length} of ${checks.filter((check) => check !== null).length}`;
}

function rowOf({ kind, startMs, durationMs, foundDurationMs, parts, culpritRight, cause, causeRight, wakerRight }: CheckedLag): string {
  const at = `${(startMs / 1000).toFixed(1)} s`.padStart(8);
  const ms = (value: number): string => `${Math.round(value)} ms`.padStart(9);
  const missing = parts > 0 ? `  in ${parts} parts` : '  MISSED';
  const culprit = wordOf(culpritRight).padEnd(8);
  const why = `${wordOf(causeRight === true && wakerRight === false ? false : causeRight)}  ${cause ?? ''}`;
  return `${at}  ${kind.padEnd(16)}${ms(durationMs)}${foundDurationMs === null ? missing : ms(foundDurationMs)}   ${culprit}  ${why}`.trimEnd();
}

function wordOf(isRight: boolean | null): string {
  return isRight === null ? '' : isRight ? 'right' : 'WRONG';
}
