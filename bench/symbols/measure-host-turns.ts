/**
 * The extension host's share of naming a session, in a process of its own: `MAP TRACE` prints a line of JSON. TRACE is a stack trace
 * of the shrunk app; its lines become the frames of a session that is opened, named from MAP, and handed to a page.
 */
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { readSession } from '../../core/session/reader.ts';
import { Decoder } from '../../core/wire/codec.ts';
import { RecordedNames } from '../../extension/symbols/recorded-names.ts';
import { BuildIndex } from '../../host/builds/build-index.ts';
import { symbolPath } from '../../host/builds/finders/symbol-paths.ts';
import { SessionSymbols } from '../../host/builds/session-symbols.ts';
import { SymbolThread } from '../../host/builds/symbol-thread.ts';
import { inflateDriver, SessionFile } from '../../host/capture/session-file.ts';
import { sessionBytes } from '../../tests/core/memory-session.ts';
import { shrunkSession } from '../../tests/symbols/builds/shrunk-session.ts';
import { Turns } from './turns.ts';

const [map = '', trace = ''] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'laglens-bench-turns-'));
const thread = new SymbolThread();
try {
  const session = join(folder, 'app.laglens');
  const lines = (await readFile(trace, 'utf8')).trimEnd().split('\n');
  const stacks = lines.map((line) => [line.replace(/^\tat (.*)\(SourceFile:(\d+)\)$/, '$1:$2')]);
  await writeFile(session, await sessionBytes(shrunkSession(stacks, { sourceFile: await sourceFileOf(map) })));
  const builds = await BuildIndex.open({
    finders: [symbolPath(map)],
    identify: async (path, kind) => (await thread.ask({ ask: 'identify', path, kind })).answer,
    watch: () => ({ close: () => undefined }),
  });
  const names = new RecordedNames((add) => {
    const found = new SessionSymbols({ builds, symbols: thread, write: add, log: (line) => process.stderr.write(`${line}\n`), delayMs: 0 });
    return { names: found, close: () => found.close() };
  });
  const turns = new Turns();
  turns.begin();
  const file = await SessionFile.open(session);
  for await (const chunk of readSession(file, inflateDriver)) {
    names.follow(new Decoder().push(chunk));
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
  const frames = names.found.filter(({ type }) => type === 'frameNames').length;
  process.stdout.write(JSON.stringify({ frames, bytes, opening, naming }));
} finally {
  await thread.close();
  await rm(folder, { recursive: true, force: true });
}

/** What R8 writes into each class of an app with this map, which names the map by its id. */
async function sourceFileOf(path: string): Promise<string> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4096), position: 0 });
  await file.close();
  return `r8-map-id-${/^# pg_map_id: (\w+)/m.exec(buffer.toString('utf8', 0, bytesRead))?.[1] ?? ''}`;
}
