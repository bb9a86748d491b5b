import type { Frame } from '../../rendering/render-frame.ts';
import type { Warning } from '../../rendering/warning.ts';
import { anrTraceWarnings } from './anr-trace-warnings.ts';
import { barrierWarnings } from './barrier-warnings.ts';
import { deadlockWarnings } from './deadlock-warnings.ts';
import { endWarnings, importWarnings, limitWarnings, warningsOf } from './warnings.ts';

/** Warnings on the session, then those of the extension. */
export function pageWarnings({ session, status, hostWarnings }: Pick<Frame, 'session' | 'status' | 'hostWarnings'>): readonly Warning[] {
  const { model } = session;
  const run = model.runs.at(-1);
  return [
    ...deadlockWarnings(model),
    ...barrierWarnings(model),
    ...anrTraceWarnings(model),
    ...importWarnings(model),
    ...limitWarnings(model, session.lagsLeftOut),
    ...warningsOf(run, status.silentUs),
    ...endWarnings(run),
    ...hostWarnings,
  ];
}
