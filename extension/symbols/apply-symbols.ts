import { decodeInSteps } from '../../core/session/file/replay.ts';
import { Turns } from '../../core/session/file/turns.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import { nodeTurns } from '../../host/turn-driver.ts';
import type { RecordedSymbolication } from './recorded-symbolication.ts';

/** Adds names to a model as they are found, in short turns, until aborted. */
export async function applySymbols(model: SessionModel, names: RecordedSymbolication, signal: AbortSignal): Promise<void> {
  const turns = new Turns(nodeTurns);
  for await (const records of names.parts(signal)) await turns.run(decodeInSteps(records, model));
}
