import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Message } from '../../core/wire/schema.ts';
import { OpenFiles } from '../../extension/page/open-files.ts';
import { type NamingThread, SymbolicationThread } from '../../extension/sources/symbols/names-thread.ts';
import { RecordedSymbolication } from '../../extension/sources/symbols/recorded-symbolication.ts';
import { SessionThread } from '../../extension/thread/session-thread.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { sessionFile, streamBytes } from '../core/memory-session.ts';

const nothing = (): void => undefined;
const builds = { places: [], native: async () => [], mappings: async () => [], onChange: () => nothing, locate: nothing, forget: nothing };

/** Bytes that threads of open files were given to decode. */
let taken = 0;
const { ask } = SessionThread.prototype;
SessionThread.prototype.ask = function (this: InstanceType<typeof SessionThread>, name, given, moved) {
  const [data] = given;
  if (name === 'session.take' && data instanceof Uint8Array) taken += data.length;
  return ask.call(this, name, given, moved);
};

function start(thread?: NamingThread): RecordedSymbolication {
  assert.ok(thread);
  const unasked = async (): Promise<never> => Promise.reject(new Error('No build is there to be asked about.'));
  return new RecordedSymbolication((found) => new SymbolicationThread({ builds, symbols: { ask: unasked }, found, log: nothing, thread }));
}

/** Opens a session as an editor does, until its thread has all of it. `vscode` is what a test's window stands in for. */
export async function openedSession(recorded: readonly Message[], appClasses: AppClasses) {
  const { FileSession } = await import('../../extension/page/file-session.ts');
  const folder = await mkdtemp(join(tmpdir(), 'laglens opened '));
  const path = join(folder, 'mine.laglens');
  /** The same, not open. */
  const copy = join(folder, 'copy.laglens');
  await writeFile(path, (await sessionFile([streamBytes(recorded)], { finish: true })).bytes);
  await copyFile(path, copy);
  const uri: vscode.Uri = Object.assign(Object.create(null), { scheme: 'file', path, fsPath: path });
  const files = new OpenFiles();
  const services = { start, keeps: () => false, failed: nothing, appClasses: async () => appClasses, open: files };
  const session = new FileSession(uri, services);
  taken = 0;
  let rawBytes = 0;
  const page = new AbortController();
  for await (const { data, catchingUp } of session.stream(page.signal)) {
    rawBytes += data.length;
    if (!catchingUp) break;
  }
  page.abort();
  await session.opened.follow();
  return {
    ...{ session, files, path, copy, rawBytes },
    /** Bytes that its thread was given to decode. */
    takenBytes: () => taken,
    /** Whoever reads the file from now on fails. */
    spoil: async (): Promise<void> => {
      const { atime, mtime } = await stat(path);
      await writeFile(path, 'PK no session');
      await utimes(path, atime, mtime);
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      session.dispose();
      await rm(folder, { recursive: true });
    },
  };
}
