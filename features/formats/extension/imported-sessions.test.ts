import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { anyModel } from '../../../host/any-model.ts';
import { person, Uri, useShareWindow } from '../../../tests/extension/share-window.ts';
import { tarOf, zipOf } from '../../../tests/fixtures/made-archives.ts';

useShareWindow();
const { ImportedSessions } = await import('./imported-sessions.ts');
const { convertElsewhere } = await import('./import-thread.ts');
const { offered } = await import('./conversion.ts');

const sample = fileURLToPath(new URL('../../../media/sample/shop.laglens', import.meta.url));
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

/** The path of a file's session. */
async function sessionOf(path: string): Promise<string> {
  return (await sessions.fileOf(uriOf(path)).session()).fsPath;
}

async function put(name: string, text: string | Uint8Array): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

test('a profile is converted in a thread once for each state of its file', async () => {
  const path = await put('stacks.folded', '[main tid=1];a;b 30\n');
  const [first, same] = await Promise.all([sessionOf(path), sessionOf(path)]);
  assert.equal(first, same);
  assert.equal(await sessionOf(path), first);
  assert.equal(conversions, 1);
  const { model } = await anyModel(first, new AbortController().signal);
  assert.equal(model.threads[0]?.name, 'main');
  assert.match(model.notes.get('import') ?? '', /^Imported from stacks\.folded, folded stacks\.\nRead: 1 stack\./);
  await put('stacks.folded', '[io tid=1];a;b 3000\n');
  assert.notEqual(await sessionOf(path), first);
  assert.equal(conversions, 2);
});

test('a large file is converted with the percentage that is read, by which the thread does not seem to hang', async () => {
  // Eight pieces of 256 KB.
  const path = await put('large.folded', '[main tid=1];a;b 1\n'.repeat(110_000));
  const percents: number[] = [];
  const task = { path, entry: undefined, output: join(folder, 'x.laglens') };
  assert.equal(await convertElsewhere(task, new AbortController().signal, (percent) => percents.push(percent)), 'written');
  assert.deepEqual(percents, [12, 25, 37, 50, 62, 75, 87, 100]);
});

test('a session with another ending is opened as it is', async () => {
  const path = join(folder, 'shop.txt');
  await copyFile(sample, path);
  assert.equal(await sessionOf(path), path);
  assert.deepEqual(await readdir(imports), []);
});

test('unknown and missing files are errors with a next step, and leave nothing', async () => {
  const path = await put('notes.txt', 'nothing known');
  await assert.rejects(sessionOf(path), { code: 'format-unknown' });
  await assert.rejects(sessionOf(join(folder, 'gone.json')), { code: 'session-not-found' });
  assert.deepEqual(await readdir(imports), []);
});

test('cancelling the notification ends the conversion', async () => {
  const path = await put('stacks.folded', 'a;b 30\n');
  let cancelled = false;
  const waiting = new ImportedSessions(imports, (_task, signal) => {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        cancelled = true;
        reject(signal.reason);
      });
      person.cancel();
    });
  });
  // The editor of the file stays, and says so.
  const inEditor = waiting.fileOf(uriOf(path)).session();
  await assert.rejects(inEditor, { code: 'usage', message: /was cancelled/, next: /open it again/ });
  assert.ok(cancelled);
});

test('the newest conversions are kept', async () => {
  await mkdir(imports);
  for (let index = 0; index < 25; index++) {
    await writeFile(join(imports, `${index}.laglens`), '');
    await utimes(join(imports, `${index}.laglens`), index, index);
  }
  await sessionOf(await put('stacks.folded', 'a;b 30\n'));
  const kept = await readdir(imports);
  assert.equal(kept.length, 20);
  assert.ok(!kept.includes('5.laglens') && kept.includes('6.laglens'));
});

/** Names of its import, or of the session that was copied. */
async function noteOf(path: string): Promise<string> {
  const { model } = await anyModel(path, new AbortController().signal);
  return model.notes.get('import')?.split('\n')[0] ?? `${model.threads.length > 1 ? 'a session' : 'nothing'}`;
}

test('one of several files of a container is asked for once by an editor, and named without signs of another direction', async () => {
  const odd = `a/in\u202Ecod.txt`;
  const inner = tarOf({ 'b/deep.txt': 'x;y 3\n' });
  const path = await put(
    'several.zip',
    zipOf({ [odd]: 'a;b 30\n', 'logs.tar': inner, 'shop.laglens': await readFile(sample), 'notes.md': 'x' }),
  );
  const editor = sessions.fileOf(uriOf(path));
  person.chooses = 'shop.laglens';
  const [first, same] = await Promise.all([editor.session(), editor.session()]);
  assert.deepEqual(person.asked, [
    'in\ufffdcod.txt | a | folded stacks',
    'deep.txt | logs.tar!/b | folded stacks',
    'shop.laglens | session',
  ]);
  person.chooses = 'deep.txt';
  assert.deepEqual([same.fsPath, (await editor.session()).fsPath], [first.fsPath, first.fsPath]);
  assert.equal(await noteOf(first.fsPath), 'a session');
  const other = await sessionOf(path);
  assert.equal(await noteOf(other), 'Imported from deep.txt in several.zip!/logs.tar, folded stacks.');
  // Without an answer there is no session, until the file is opened again.
  person.chooses = '';
  const unsure = sessions.fileOf(uriOf(path));
  await assert.rejects(unsure.session(), { code: 'format-several', next: 'Open it again, and choose one.' });
  person.chooses = 'deep.txt';
  assert.equal((await unsure.session()).fsPath, other);
});

test('an editor asks again when the container lost the chosen file', async () => {
  const files = { 'one.txt': 'a;b 30\n', 'two.txt': 'a;b 30\n' };
  const path = await put('several.zip', zipOf(files));
  const editor = sessions.fileOf(uriOf(path));
  person.chooses = 'two.txt';
  assert.match(await noteOf((await editor.session()).fsPath), /two\.txt/);
  await put('several.zip', zipOf({ 'one.txt': 'a;b 30\n', 'three.txt': 'a;b 30\n' }));
  await assert.rejects(editor.session(), { message: 'several.zip has no file “two.txt”.' });
  person.chooses = 'three.txt';
  assert.match(await noteOf((await editor.session()).fsPath), /three\.txt/);
});

test('lists of choices are bounded, and say what they leave out', () => {
  const many = Array.from({ length: 1_200 }, (_, at) => ({ name: at === 0 ? 'x'.repeat(5_000) : `${at}.txt`, label: 'pprof' }));
  const { entries, more } = offered(many);
  assert.deepEqual([entries.length, entries[0]?.name, more], [1_000, '1.txt', 200]);
});
