/**
 * The extension host's part of naming a session, in its own process: `MAP SESSION` prints a line of JSON. The session is opened, named from
 * MAP, and passed to a page.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { readSession } from '../../core/session/file/reader.ts';
import { SymbolicationThread } from '../../extension/sources/symbols/names-thread.ts';
import { RecordedSymbolication } from '../../extension/sources/symbols/recorded-symbolication.ts';
import { BuildIndex } from '../../host/builds/build-index.ts';
import { symbolPath } from '../../host/builds/finders/symbol-paths.ts';
import { SymbolThread } from '../../host/builds/symbol-thread.ts';
import { watchNothing } from '../../host/builds/watch-folders.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { threadClock } from '../support/thread-clock.ts';
import { Turns } from '../support/turn-figures.ts';

const [map = '', session = ''] = process.argv.slice(2);
const thread = new SymbolThread();
try {
  const builds = await BuildIndex.open({
    finders: [symbolPath(map)],
    identify: async (path, kind) => (await thread.ask({ ask: 'identify', path, kind })).answer,
    watch: watchNothing,
  });
  const names = new RecordedSymbolication((found) => new SymbolicationThread({ builds, symbols: thread, found, log: fail }));
  const turns = new Turns(await threadClock());
  turns.begin();
  const file = await SessionFile.open(session);
  for await (const chunk of readSession(file, inflateDriver)) {
    await names.read(chunk, true);
    // The page is given each chunk before the next is read.
    await turn();
  }
  await file.close();
  const opening = turns.end();
  turns.begin();
  names.begin();
  const done = new AbortController();
  let bytes = 0;
  const page = (async () => {
    for await (const part of names.parts(done.signal)) bytes += part.length;
  })();
  await names.settled();
  const naming = turns.end();
  done.abort();
  await page;
  names.close();
  builds.close();
  const frames = (await names.found()).filter(({ type }) => type === 'frameNames').length;
  process.stdout.write(JSON.stringify({ frames, bytes, opening, naming }));
} finally {
  await thread.close();
}

function fail(line: string): never {
  throw new Error(line);
}
