import { Decoder, type MessageSink } from '../../wire/decoder.ts';
import type { DecodeFailure } from '../../wire/failure.ts';
import { SessionModel } from '../model/model.ts';
import { readSession, type SessionReadDriver, type SessionReport } from './reader.ts';
import type { SessionSource } from './session-source.ts';
import { type TurnDriver, Turns } from './turns.ts';

/** Bytes per step: some hundred messages, a tenth of a millisecond. */
export const STEP_BYTES = 2 << 10;

/**
 * Decodes a chunk into a sink, in steps; returns its damage, before which messages count. The bytes must not change meanwhile.
 * @param decoder a fresh one, for callers who need its position
 */
export function* decodeInSteps(chunk: Uint8Array, sink: MessageSink, decoder = new Decoder()): Generator<void, DecodeFailure | undefined> {
  for (let at = 0; at < chunk.length && decoder.failure === undefined; at += STEP_BYTES) {
    decoder.decode(chunk.subarray(at, at + STEP_BYTES), sink);
    yield;
  }
  return decoder.failure;
}

/** For callers without others to wait. */
export function applyChunk(model: SessionModel, chunk: Uint8Array): DecodeFailure | undefined {
  const decoder = new Decoder();
  decoder.decode(chunk, model);
  return decoder.failure;
}

export interface ReplayedSession {
  readonly model: SessionModel;
  readonly report: Readonly<SessionReport>;
}

export type ReplayDriver = SessionReadDriver & TurnDriver;

/** In turns. Throws as `readSession`, and AbortError on the signal. */
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
