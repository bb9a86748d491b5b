import { BuildIndex } from '../../host/builds/build-index.ts';
import { SessionSymbols } from '../../host/builds/session-symbols.ts';
import { SymbolThread } from '../../host/builds/symbol-thread.ts';
import type { RecordSink, SessionSymbolicator } from '../../host/capture/capture-options.ts';
import type { Finder } from '../../host/folders/finder.ts';

/** Names for a recording, as in the extension, by one finder's builds. */
export interface DemoNames {
  /** For `CaptureOptions.names`. */
  readonly names: (add: RecordSink) => SessionSymbolicator;
  close(): Promise<void>;
}

export async function namesOf(finder: Finder): Promise<DemoNames> {
  const symbols = new SymbolThread();
  const builds = await BuildIndex.open({
    finders: [finder],
    identify: async (path, kind) => (await symbols.ask({ ask: 'identify', path, kind })).answer,
  });
  return {
    names: (add) => {
      const names = new SessionSymbols({ builds, symbols, write: add, log: (line) => void process.stderr.write(`${line}\n`) });
      names.begin();
      return names;
    },
    close: async () => {
      builds.close();
      await symbols.close();
    },
  };
}
