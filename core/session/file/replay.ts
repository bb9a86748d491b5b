import { type DecodeFailure, Decoder, type MessageSink } from '../../wire/codec.ts';
import { SessionModel } from '../model/model.ts';
import { readSession, type SessionReadDriver, type SessionReport } from './reader.ts';
import type { SessionSource } from './session-source.ts';
import { type TurnDriver, Turns } from './turns.ts';

/** Bytes that one step decodes: some hundred messages, a tenth of a millisecond. */
export const STEP_BYTES = 2 << 10;

/**
 * Hands the messages of one chunk to a sink, in steps between which others may have their turn; gives what was wrong with it. What
 * stands before the damage counts. The bytes must stay as they are until the last step.
 * @param decoder one that has seen nothing yet, for who wants to know how far it came
 */
export function* decodeInSteps(chunk: Uint8Array, sink: MessageSink, decoder = new Decoder()): Generator<void, DecodeFailure | undefined> {
  for (let at = 0; at < chunk.length && decoder.failure === undefined; at += STEP_BYTES) {
    decoder.decode(chunk.subarray(at, at + STEP_BYTES), sink);
    yield;
  }
  return decoder.failure;
}

/** Applies one chunk of a session file at once; only for bytes that nobody else waits for. `decodeInSteps` is for all others. */
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

/** What a replay needs from the outside. */
export type ReplayDriver = SessionReadDriver & TurnDriver;

/** Reads a whole session file into a model, in turns. Throws as `readSession` does, and AbortError when the signal says so. */
export async function replaySession(source: SessionSource, driver: ReplayDriver, signal?: AbortSignal): Promise<ReplayedSession> {
  const model = new SessionModel();
  const reader = readSession(source, driver);
  const turns = new Turns(driver, signal);
  let misread = 0;
  for await (const chunk of reader) {
    if ((await turns.run(decodeInSteps(chunk, model))) !== undefined) misread++;
    await turns.pause();
  }
  return { model, report: { ...reader.report, badChunks: reader.report.badChunks + misread } };
}
