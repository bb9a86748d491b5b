import { BuildIndex } from '../../host/builds/build-index.ts';
import { gradle } from '../../host/builds/finders/gradle.ts';
import { SessionSymbols } from '../../host/builds/session-symbols.ts';
import { SymbolThread } from '../../host/builds/symbol-thread.ts';
import type { AddRecords, SessionNames } from '../../host/capture/session-names.ts';

/** Finds names for a recording, as the extension does, in the builds of one project. */
export interface DemoNames {
  /** For `CaptureOptions.names`. */
  readonly names: (add: AddRecords) => SessionNames;
  close(): Promise<void>;
}

/** @param project Gradle's, as it lies in the workspace */
export async function namesOf(project: string): Promise<DemoNames> {
  const symbols = new SymbolThread();
  const builds = await BuildIndex.open({
    finders: [gradle(project)],
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
