import { type DecodeFailure, Decoder } from '../wire/codec.ts';
import { SessionModel } from './model.ts';
import { readSession, type SessionReadDriver, type SessionReport } from './reader.ts';
import type { SessionSource } from './session-source.ts';

/** Applies one chunk of a session file; gives what was wrong with it. What stands before the damage counts. */
export function applyChunk(model: SessionModel, chunk: Uint8Array): DecodeFailure | undefined {
  const decoder = new Decoder();
  decoder.decode(chunk, model);
  return decoder.failure;
}

/** A session read from a file, and how sound the file was. */
export interface ReplayedSession {
  readonly model: SessionModel;
  readonly report: Readonly<SessionReport>;
}

/** Reads a whole session file into a model. Throws as `readSession` does, and AbortError when the signal says so. */
export async function replaySession(source: SessionSource, driver: SessionReadDriver, signal?: AbortSignal): Promise<ReplayedSession> {
  const model = new SessionModel();
  const reader = readSession(source, driver);
  let misread = 0;
  for await (const chunk of reader) {
    signal?.throwIfAborted();
    if (applyChunk(model, chunk) !== undefined) misread++;
  }
  return { model, report: { ...reader.report, badChunks: reader.report.badChunks + misread } };
}
