import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { anyModel } from '../../host/formats/any-model.ts';
import { person, Uri, useShareWindow } from '../../tests/extension/share-window.ts';

useShareWindow();
const { ImportedSessions } = await import('./imported-sessions.ts');
const { convertElsewhere } = await import('./import-thread.ts');

const sample = fileURLToPath(new URL('../../media/sample/shop.laglens', import.meta.url));
let folder = '';
let imports = '';
let conversions = 0;
let sessions: InstanceType<typeof ImportedSessions>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-imports-'));
  imports = join(folder, 'imports');
  conversions = 0;
  sessions = new ImportedSessions(imports, (...given) => {
    conversions++;
    return convertElsewhere(...given);
  });
});
afterEach(() => rm(folder, { recursive: true }));

/** The stand-in for `vscode` has no more of its types. */
const uriOf = (path: string): never => Uri.file(path) as never;

async function put(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

test('a profile is converted in a thread once for each state of its file', async () => {
  const path = await put('stacks.folded', '[main tid=1];a;b 30\n');
  const [first, same] = await Promise.all([sessions.sessionOf(uriOf(path)), sessions.sessionOf(uriOf(path))]);
  assert.equal(first.fsPath, same.fsPath);
  assert.equal((await sessions.sessionOf(uriOf(path))).fsPath, first.fsPath);
  assert.equal(conversions, 1);
  const { model } = await anyModel(first.fsPath, new AbortController().signal);
  assert.equal(model.threads[0]?.name, 'main');
  assert.match(model.notes.get('import') ?? '', /^Imported from stacks\.folded, folded stacks\.\nRead: 1 stack\./);
  await put('stacks.folded', '[io tid=1];a;b 3000\n');
  assert.notEqual((await sessions.sessionOf(uriOf(path))).fsPath, first.fsPath);
  assert.equal(conversions, 2);
});

test('a session with another ending is opened as it is', async () => {
  const path = join(folder, 'shop.txt');
  await copyFile(sample, path);
  assert.equal((await sessions.sessionOf(uriOf(path))).fsPath, path);
  assert.deepEqual(await readdir(imports), []);
});

test('unknown and missing files are errors with a next step, and leave nothing', async () => {
  const path = await put('notes.txt', 'nothing known');
  await assert.rejects(sessions.sessionOf(uriOf(path)), { code: 'format-unknown' });
  await assert.rejects(sessions.sessionOf(uriOf(join(folder, 'gone.json'))), { code: 'session-not-found' });
  assert.deepEqual(await readdir(imports), []);
});

test('cancelling the notification ends the conversion', async () => {
  const path = await put('stacks.folded', 'a;b 30\n');
  let cancelled = false;
  const waiting = new ImportedSessions(imports, (_path, _output, signal) => {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        cancelled = true;
        reject(signal.reason);
      });
      person.cancel();
    });
  });
  await assert.rejects(waiting.sessionOf(uriOf(path)), { name: 'AbortError' });
  assert.ok(cancelled);
});

test('the newest conversions are kept', async () => {
  await mkdir(imports);
  for (let index = 0; index < 25; index++) {
    await writeFile(join(imports, `${index}.laglens`), '');
    await utimes(join(imports, `${index}.laglens`), index, index);
  }
  await sessions.sessionOf(uriOf(await put('stacks.folded', 'a;b 30\n')));
  const kept = await readdir(imports);
  assert.equal(kept.length, 20);
  assert.ok(!kept.includes('5.laglens') && kept.includes('6.laglens'));
});
