import type { SessionModel } from '../../core/session/model.ts';
import { applyChunk } from '../../core/session/replay.ts';
import type { RecordedNames } from './recorded-names.ts';

/** Gives a model what is found for its session, as it comes, until the signal says stop. */
export async function takeNames(model: SessionModel, names: RecordedNames, signal: AbortSignal): Promise<void> {
  for await (const records of names.parts(signal)) applyChunk(model, records);
}
