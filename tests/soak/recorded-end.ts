import { messagesOf } from '../../core/session/copy/copy-session.ts';
import { readSession, type SessionReport } from '../../core/session/file/reader.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';

interface RecordedEnd {
  readonly report: Readonly<SessionReport>;
  /** The agent's latest `tick` on its own clock; 0 without. */
  readonly lastTickUs: number;
  /** By the wall clock of the agent's hello. */
  readonly lastTickWallMs: number;
}

/** A session file's end. */
export async function recordedEnd(path: string): Promise<RecordedEnd> {
  const file = await SessionFile.open(path);
  try {
    const reader = readSession(file, inflateDriver);
    let lastTickUs = 0;
    let wallOffsetUs = 0;
    for await (const messages of messagesOf(reader)) {
      for (const message of messages) {
        if (message.type === 'hello') wallOffsetUs = message.wallUs - message.monoUs;
        if (message.type === 'tick') lastTickUs = message.atUs;
      }
    }
    return { report: reader.report, lastTickUs, lastTickWallMs: (lastTickUs + wallOffsetUs) / 1_000 };
  } finally {
    await file.close();
  }
}
