import assert from 'node:assert/strict';
import type { Message } from '../../../core/wire/schema.ts';
import { BuildIndex } from '../../../host/builds/build-index.ts';
import type { SymbolRecord } from '../../../host/builds/name-records.ts';
import { SessionSymbols } from '../../../host/builds/session-symbols.ts';
import type { SymbolThread } from '../../../host/builds/symbol-thread.ts';
import { watchNothing } from '../../../host/builds/watch-folders.ts';
import type { Finder } from '../../../host/folders/finder.ts';

export interface FollowedSession {
  readonly symbols: SessionSymbols;
  /** Found so far; grows with further messages. */
  readonly records: readonly SymbolRecord[];
  close(): void;
}

/** Follows messages as read from a file, and names them at the end by one finder's builds. */
export async function followSession(messages: Iterable<Message>, finder: Finder, thread: SymbolThread): Promise<FollowedSession> {
  const builds = await BuildIndex.open({
    finders: [finder],
    identify: async (path, kind) => (await thread.ask({ ask: 'identify', path, kind })).answer,
    watch: watchNothing,
  });
  const records: SymbolRecord[] = [];
  const symbols = new SessionSymbols({
    builds,
    symbols: thread,
    write: (some) => void records.push(...some),
    log: assert.fail,
    delayMs: 0,
  });
  for (const message of messages) symbols.follow(message);
  symbols.begin();
  await symbols.settled();
  return {
    symbols,
    records,
    close() {
      symbols.close();
      builds.close();
    },
  };
}
