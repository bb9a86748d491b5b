import { readSession } from '../../core/session/reader.ts';
import { RecordedNames } from '../../extension/symbols/recorded-names.ts';
import { SessionSymbols } from '../../host/builds/session-symbols.ts';
import { inflateDriver, SessionFile } from '../../host/capture/session-file.ts';
import { CountedTurns } from './counted-turns.ts';

/** Outcome of a session that was opened to be named. */
export interface NamesOutcome {
  readonly rawBytes: number;
  /** Steps of decoding, and turns that others had in between. */
  readonly steps: number;
  readonly turns: number;
  /** Sentences for the person. */
  readonly said: readonly string[];
  /** Records of names that were looked for in vain. */
  readonly records: number;
}

const nothing = (): void => undefined;
const builds = { places: [], native: async () => [], mappings: async () => [], onChange: () => nothing, locate: nothing, forget: nothing };

/** The extension host's share of naming a session that is opened; there are no builds. */
export default async function name(path: string): Promise<NamesOutcome> {
  const said: string[] = [];
  const log = (line: string): void => void said.push(line);
  const names = new RecordedNames((write) => {
    const unasked = async (): Promise<never> => Promise.reject(new Error('No build is there to be asked about.'));
    const symbols = new SessionSymbols({ builds, symbols: { ask: unasked }, write, log, delayMs: 0 });
    return { names: symbols, close: () => symbols.close(), log };
  });
  const driver = new CountedTurns();
  const file = await SessionFile.open(path);
  let rawBytes = 0;
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      rawBytes += chunk.length;
      await names.read(chunk, undefined, driver);
    }
    names.begin();
    await names.settled();
    const records = (await names.found()).length;
    return { rawBytes, steps: driver.steps, turns: driver.turns, said, records };
  } finally {
    names.close();
    await file.close();
  }
}
