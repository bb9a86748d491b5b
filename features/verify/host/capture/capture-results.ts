import { isCancel, LaglensError } from '../../../../core/errors.ts';
import { knownWord } from '../../core/report/cleaned.ts';
import type { FactResult, FieldCapture } from '../../core/report/field-report.ts';
import { agentCpuPercent, runOf } from './capture-counts.ts';
import type { Captured } from './captured.ts';
import type { ComparedLag } from './sample-lags.ts';

/** The device or the app refused the agent: what Laglens relies on does not hold there. */
const refusals: readonly string[] = [
  ...['run-as-failed', 'push-failed', 'attach-refused', 'attach-silent', 'agent-abi', 'agent-load-failed', 'agent-signature'],
  ...['app-died', 'no-answer', 'connect-failed', 'image-refused', 'launch-failed', 'install-failed'],
];

/** The reason of a capture that did not begin; others are mistakes of ours. */
export function captureFailure(error: unknown): LaglensError {
  if (isCancel(error) || !(error instanceof LaglensError)) throw error;
  return error;
}

/** Whether the agent answers, after a failed capture. */
export function failedAnswer(id: string, { code }: LaglensError, ms: number): FactResult {
  const isFalse = refusals.includes(code);
  const seen = { answered: false, code: knownWord(code, refusals) };
  return { id, answer: isFalse ? 'false' : 'untried', reason: isFalse ? 'differs' : 'no-capture', ms, seen };
}

const round = (value: number): number => Math.round(100 * value) / 100;

export function fieldCapture(captured: Captured, app: FieldCapture['app'], compared: readonly ComparedLag[]): FieldCapture {
  const { model, launched, seconds, attachMs, firstSampleMs, bytes, lags } = captured;
  const run = runOf(model);
  const cpuPercent = agentCpuPercent(run);
  const { walks, walkUs } = run.overhead;
  return {
    app,
    launched,
    seconds,
    attachMs: Math.round(attachMs),
    firstSampleMs: firstSampleMs === undefined ? undefined : Math.round(firstSampleMs),
    // Our own text, from our own agent, but the device sent it.
    agentVersion: /^[\w.+-]{1,40}$/.exec(run.hello?.agentVersion ?? '')?.[0] ?? '',
    lags: compared.map(({ name, truthMs, foundMs, cause }) => ({
      name,
      truthMs: Math.round(truthMs),
      ...(foundMs === undefined ? {} : { foundMs: Math.round(foundMs) }),
      ...(cause === undefined ? {} : { cause }),
    })),
    otherLags: Math.max(0, lags.length - compared.filter(({ foundMs }) => foundMs !== undefined).length),
    cost: {
      cpuPercent: cpuPercent === undefined ? undefined : round(cpuPercent),
      sampleUs: walks === 0 ? undefined : round(walkUs / walks),
      dropped: run.droppedSamples,
      bytesPerSecond: Math.round(bytes / seconds),
    },
  };
}
