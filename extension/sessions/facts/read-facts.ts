import { FrameCounter } from '../../../core/analysis/display-frames/frame-counter.ts';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { sessionFacts } from '../../../core/analysis/report/session-facts.ts';
import { LaglensError } from '../../../core/errors.ts';
import { readSession, type SessionReport } from '../../../core/session/file/reader.ts';
import { decodeInSteps } from '../../../core/session/file/replay.ts';
import { atOnce } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import type { JudgeSettings } from './judge-settings.ts';
import type { FileDamage, RecordedFacts } from './recorded-facts.ts';

/** Estimated bytes of a file's model; judged lags outlast the rows that go. */
const MODEL_BYTES = 64 << 20;

/** Decodes a session file without turns for others, so only a thread calls it. @throws errors of the file system */
export async function readFacts(path: string, settings: JudgeSettings): Promise<RecordedFacts> {
  const file = await SessionFile.open(path);
  try {
    const model = new SessionModel({ bytes: MODEL_BYTES });
    // Counting needs no culprit, so no class counts as the app's.
    const judge = new LagDetector(model, { ...settings, isAppClass: () => false });
    const frames = new FrameCounter(model);
    const reader = readSession(file, inflateDriver);
    let misread = 0;
    for await (const chunk of reader) {
      if (atOnce(decodeInSteps(chunk, model)) !== undefined) misread++;
      judge.update();
      // Rows may be dropped with the next chunk.
      frames.update();
    }
    const damage = damageOf(reader.report, misread);
    return { kind: 'read', facts: sessionFacts(model, judge.lags, frames.totals), ...(damage === undefined ? {} : { damage }) };
  } catch (error) {
    const isOfFile = error instanceof LaglensError && (error.code === 'session-unreadable' || error.code === 'session-newer');
    if (isOfFile) return { kind: 'unreadable', why: error.message };
    throw error;
  } finally {
    await file.close();
  }
}

/** @param misread chunks of which only the begin could be decoded */
export function damageOf({ badChunks, truncated, unreadBeyond }: Readonly<SessionReport>, misread: number): FileDamage | undefined {
  if (badChunks + misread > 0) return 'damaged';
  if (unreadBeyond !== undefined) return 'unread';
  return truncated ? 'cut' : undefined;
}
