import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { BuildIndex } from '../host/builds/build-index.ts';
import { allFinders } from '../host/builds/finders/all-finders.ts';
import { SymbolThread } from '../host/builds/symbol-thread.ts';
import { watchNothing } from '../host/builds/watch-folders.ts';
import type { Terminal } from './terminal.ts';

interface LocalBuilds extends AsyncDisposable {
  readonly builds: BuildIndex;
  readonly symbols: SymbolThread;
}

/**
 * Looks for builds once.
 * @param named files and folders; without one, this folder's builds and those of the user's Xcode
 * @param log receives what could not be read
 */
export async function openLocalBuilds(
  named: readonly string[] | undefined,
  { folder }: Terminal,
  log: (line: string) => void,
): Promise<LocalBuilds> {
  const symbols = new SymbolThread({ log });
  const finders = allFinders({
    folders: named === undefined ? [folder] : [],
    named: (named ?? []).map((path) => resolve(folder, path)),
    home: named === undefined ? homedir() : undefined,
    platform: process.platform,
  });
  const builds = await BuildIndex.open({
    finders,
    identify: async (path, kind) => (await symbols.ask({ ask: 'identify', path, kind })).answer,
    watch: watchNothing,
    log,
  });
  return {
    builds,
    symbols,
    [Symbol.asyncDispose]: async () => {
      builds.close();
      await symbols.close();
    },
  };
}
