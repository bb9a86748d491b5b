import { readSession } from '../../core/session/file/reader.ts';
import { SymbolicationThread } from '../../extension/sources/symbols/names-thread.ts';
import { RecordedSymbolication } from '../../extension/sources/symbols/recorded-symbolication.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { HostWork } from './host-work.ts';

/** Outcome of a session opened for names. */
export interface NamesOutcome {
  readonly rawBytes: number;
  /** Pieces decoded on this thread. */
  readonly decoded: number;
  /** Most chunks on their way to the other thread at once. */
  readonly waiting: number;
  /** Sentences for the person. */
  readonly said: readonly string[];
  /** Records of names searched in vain. */
  readonly records: number;
}

const nothing = (): void => undefined;
const builds = { places: [], native: async () => [], mappings: async () => [], onChange: () => nothing, locate: nothing, forget: nothing };

/** The extension host's part of naming an opened session, without builds. */
export default async function name(path: string): Promise<NamesOutcome> {
  const said: string[] = [];
  const log = (line: string): void => void said.push(line);
  const unasked = async (): Promise<never> => Promise.reject(new Error('No build is there to be asked about.'));
  let waiting = 0;
  const names = new RecordedSymbolication((found) => {
    const thread = new SymbolicationThread({ builds, symbols: { ask: unasked }, found, log });
    return {
      take: (data, isChunk) => {
        const taken = thread.take(data, isChunk);
        waiting = Math.max(waiting, thread.waiting);
        return taken;
      },
      begin: () => thread.begin(),
      settled: () => thread.settled(),
      failed: (error) => thread.failed(error),
      close: () => thread.close(),
    };
  });
  const work = new HostWork();
  const file = await SessionFile.open(path);
  let rawBytes = 0;
  try {
    for await (const chunk of readSession(file, inflateDriver)) {
      rawBytes += chunk.length;
      await names.read(chunk, true);
    }
    names.begin();
    await names.settled();
    const { decoded } = work;
    const records = (await names.found()).length;
    return { rawBytes, decoded, waiting, said, records };
  } finally {
    names.close();
    await file.close();
  }
}
