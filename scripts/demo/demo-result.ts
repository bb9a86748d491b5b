import { replaySession } from '../../core/session/file/replay.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import type { TruthLag } from '../../tests/demo-app/truth-lags.ts';
import { detectorOf, foundLag, thresholdMs } from './lag-watch.ts';
import { type CheckedLag, compare, type Verdict } from './match.ts';

/** Compares the finished session's lags with the truth. @throws LaglensError if the file is unreadable */
export async function resultOf(path: string, truth: readonly TruthLag[]): Promise<Verdict> {
  const file = await SessionFile.open(path);
  try {
    const { model } = await replaySession(file, inflateDriver);
    const [run] = model.runs;
    if (run?.originUs === undefined) throw new Error(`${path} holds no run of the app`);
    // Both clocks are CLOCK_MONOTONIC of this computer; the session's begins at the agent's first message.
    const originUs = run.originUs;
    const relative = truth.map((lag) => ({ ...lag, startMs: (lag.startUs - originUs) / 1000 }));
    const judge = detectorOf(model);
    judge.update();
    const window = { startMs: run.beginUs / 1000, durationMs: (run.nowUs - run.beginUs) / 1000 };
    return compare(relative, judge.lags.map(foundLag), window, thresholdMs);
  } finally {
    await file.close();
  }
}

export function reportOf({ truth, lags, false: wrong }: Verdict): string {
  const rows = truth.map(rowOf);
  const found = truth.filter((lag) => lag.found).length;
  const named = truth.filter((lag) => lag.culpritRight !== null);
  const right = named.filter((lag) => lag.culpritRight).length;
  const inParts = truth.filter((lag) => lag.parts > 0).length;
  const sums = [
    `${found} of ${truth.length} lags found${inParts === 0 ? '' : ` and ${inParts} in parts`}`,
    `culprit right in ${right} of ${named.length}`,
    `${wrong} of ${lags.length} false`,
  ];
  return ['', "The app's own log            length    found   culprit", ...rows, '', sums.join(', '), ''].join('\n');
}

function rowOf({ kind, startMs, durationMs, foundDurationMs, parts, culpritRight }: CheckedLag): string {
  const at = `${(startMs / 1000).toFixed(1)} s`.padStart(8);
  const ms = (value: number): string => `${Math.round(value)} ms`.padStart(9);
  const missing = parts > 0 ? `  in ${parts} parts` : '  MISSED';
  const culprit = culpritRight === null ? '' : culpritRight ? 'right' : 'WRONG';
  return `${at}  ${kind.padEnd(16)}${ms(durationMs)}${foundDurationMs === null ? missing : ms(foundDurationMs)}   ${culprit}`.trimEnd();
}
