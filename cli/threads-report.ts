import { runAt, threadsAt } from '../core/analysis/moment/threads-at.ts';
import { threadDump } from '../core/analysis/report/thread-dump.ts';
import type { SessionModel } from '../core/session/model/model.ts';
import { wrongArguments } from './usage.ts';

/** All threads as a thread dump. */
export function threadsReport(model: SessionModel, text: string): string {
  const [, number] = /^(\d+(?:\.\d+)?)\s*s?$/.exec(text) ?? [];
  const atUs = Number(number) * 1e6;
  const run = atUs <= model.nowUs ? runAt(model, atUs) : undefined;
  if (run === undefined) {
    const lengthText = (model.nowUs / 1e6).toFixed(2);
    throw wrongArguments('report', `--threads-at is a time in seconds within the session’s ${lengthText} s, such as 3.2, not “${text}”.`);
  }
  return threadDump(model, threadsAt(model, run, atUs)).trimEnd();
}
