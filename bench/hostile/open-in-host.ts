import type * as vscode from 'vscode';
import type { FileSymbolication } from '../../extension/page/file-session.ts';
import { OpenFiles } from '../../extension/page/open-files.ts';
import { useEditorWindow } from '../../tests/extension/editor-window.ts';
import { threadClock } from '../support/thread-clock.ts';
import { Turns } from '../support/turn-figures.ts';
import type { OpenedFigures } from './opened-figures.ts';

/** One of the honest session's 400 sources. */
const WATCHED = { name: 'Class17.java', package: 'com.example.shop.part17', paths: new Set<string>() };
const LINES = 20_000;

const appClasses = async () => ({ packages: [], prefixes: ['com.example.shop'] });
const nothing = (): void => undefined;
const builds = { places: [], native: async () => [], mappings: async () => [], onChange: () => nothing, locate: nothing, forget: nothing };

/** Case of tests/hostile/peak.ts: opens a session as an extension host with a visible source and no builds. */
export default async function open(path: string): Promise<OpenedFigures> {
  useEditorWindow();
  const { FileSession } = await import('../../extension/page/file-session.ts');
  const { HeatSession } = await import('../../extension/heat/heat-session.ts');
  const { SymbolicationThread } = await import('../../extension/sources/symbols/names-thread.ts');
  const { RecordedSymbolication } = await import('../../extension/sources/symbols/recorded-symbolication.ts');
  const unasked = async (): Promise<never> => Promise.reject(new Error('No build is there to be asked about.'));
  let settled = async (): Promise<void> => undefined;
  const start: FileSymbolication['start'] = (thread) => {
    const options = { builds, symbols: { ask: unasked }, log: nothing, ...(thread === undefined ? {} : { thread }) };
    const names = new RecordedSymbolication((found) => new SymbolicationThread({ ...options, found }));
    settled = () => names.settled();
    return names;
  };
  const uri: vscode.Uri = Object.assign(Object.create(null), { scheme: 'file', path, fsPath: path });
  const session = new FileSession(uri, { start, keeps: () => false, failed: nothing, appClasses, open: new OpenFiles() });
  const closed = new AbortController();
  let failure: unknown;
  const heat = new HeatSession(session, (error) => {
    failure = error;
  });
  const turns = new Turns(await threadClock());
  const startedMs = performance.now();
  turns.begin();
  const page = shown(session.stream(closed.signal));
  const read = new Promise<void>((resolve) => {
    heat.read(resolve).then(resolve, nothing);
  });
  await page.file;
  await read;
  await settled();
  await heat.update();
  await heat.watch(WATCHED, { from: 0, to: Number.POSITIVE_INFINITY }, LINES).heat();
  const figures = turns.end();
  const seconds = (performance.now() - startedMs) / 1_000;
  const { samples } = heat.facts;
  closed.abort();
  heat.dispose();
  session.dispose();
  await page.end;
  if (failure !== undefined) throw failure;
  return { seconds, turns: figures, samples };
}

/** Like a page, takes over the buffer of each part. */
function shown(stream: AsyncIterable<{ readonly data: Uint8Array<ArrayBuffer>; readonly catchingUp: boolean }>): {
  readonly file: Promise<void>;
  readonly end: Promise<void>;
} {
  let isThere = nothing;
  const file = new Promise<void>((resolve) => {
    isThere = resolve;
  });
  const take = async (): Promise<void> => {
    for await (const { data, catchingUp } of stream) {
      structuredClone(undefined, { transfer: [data.buffer] });
      if (!catchingUp) isThere();
    }
  };
  return { file, end: take() };
}
