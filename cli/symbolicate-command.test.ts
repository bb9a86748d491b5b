import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CHUNK_HEADER_BYTES } from '../core/session/file/file-layout.ts';
import { SessionWriter } from '../core/session/file/writer.ts';
import type { Message } from '../core/wire/schema.ts';
import { MemoryFile, sessionBytes, streamBytes } from '../tests/core/memory-session.ts';
import { type CommandOutput, runCommand } from '../tests/host/run-command.ts';
import { feedMap, MAP_ID, shrunkSession } from '../tests/symbols/builds/shrunk-session.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** a.b.a at lines 4 and 2 was Feed.bind, at 4 with Row.width inlined into it. */
const session = shrunkSession([['a.b.a:4'], ['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens symbolicate '));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, contents: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
  return path;
}

async function putSession(name: string, messages: readonly Message[]): Promise<string> {
  return put(name, await sessionBytes(messages));
}

async function laglens(...args: readonly string[]): Promise<CommandOutput> {
  return runCommand(args, { folder });
}

test('a session is copied with the names that a build knows, and its report shows them', async () => {
  await putSession('shop.laglens', session);
  await put('builds/mapping.txt', feedMap(MAP_ID));
  const before = await laglens('report', 'shop.laglens', '--tree', '--package', 'com.shop');
  assert.match(before.out, /b\.a/);
  assert.doesNotMatch(before.out, /Row\.width/);
  const { code, out, said } = await laglens('symbolicate', 'shop.laglens', '--build', 'builds', '-o', 'named.laglens');
  assert.deepEqual([code, out], [0, `${join(folder, 'named.laglens')}\n`], said);
  assert.match(said, /Run 1, mapping: exact\. .*mapping\.txt/);
  const after = await laglens('report', 'named.laglens', '--tree', '--package', 'com.shop');
  assert.match(after.out, /Row\.width/);
  assert.match(after.out, /Feed\.bind/);
  assert.doesNotMatch(after.out, /\bb\.a\b/);
});

test('without --build the Gradle builds of this folder are searched, and the copy stands beside the session', async () => {
  await putSession('shop.laglens', session);
  await put('app/build/outputs/mapping/release/mapping.txt', feedMap(MAP_ID));
  const { out, said } = await laglens('symbolicate', 'shop.laglens');
  assert.equal(out, `${join(folder, 'shop.symbols.laglens')}\n`);
  assert.match(said, /Gradle's mapping of app, release/);
});

test('a session that holds its names is opened without any other file', async () => {
  await putSession('shop.laglens', session);
  const map = await put('builds/mapping.txt', feedMap(MAP_ID));
  await mkdir(join(folder, 'alone'));
  await laglens('symbolicate', 'shop.laglens', '--build', map, '-o', 'alone/named.laglens');
  const named = join(folder, 'alone', 'named.laglens');
  // Node itself refuses every file that is not named here: this checkout's code, and the session.
  const allowed = [root, named].map((path) => `--allow-fs-read=${path}`);
  const main = join(root, 'cli', 'main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--permission',
    ...allowed,
    main,
    'report',
    named,
    '--tree',
    '--package',
    'com.shop',
  ]);
  assert.match(stdout, /Row\.width/);
  const refused = promisify(execFile)(process.execPath, ['--permission', ...allowed, main, 'report', map]);
  await assert.rejects(refused, /access to this API has been restricted|session-not-found/i);
});

test('a build that is not there is said, with the id that is needed, and the copy is whole all the same', async () => {
  await putSession('shop.laglens', session);
  await mkdir(join(folder, 'empty'));
  const { code, said } = await laglens('symbolicate', 'shop.laglens', '--build', 'empty', '--build', 'missing', '-o', 'named.laglens');
  assert.equal(code, 0);
  assert.match(said, new RegExp(`nothing found\\.\\s+The app was shrunk with the mapping ${MAP_ID}`));
  assert.match(said, /missing can't be searched/);
  assert.equal((await laglens('report', 'named.laglens')).code, 0);
});

test('a mapping that the user names is used where classes name none, and said to be uncertain', async () => {
  await putSession('shop.laglens', shrunkSession([['a.b.a:4'], ['c.d.e:2']], { sourceFile: 'SourceFile' }));
  await put('mapping.txt', feedMap(''));
  const { said } = await laglens('symbolicate', 'shop.laglens', '--build', 'mapping.txt', '--build', 'gone', '-o', 'named.laglens');
  assert.match(said, /gone can't be searched/);
  assert.match(said, /mapping: nearest\. .*mapping\.txt \(named by you\)\n.*isn’t certain.* It lacks c\.d: these keep their names\./);
  assert.match((await laglens('report', 'named.laglens', '--tree', '--package', 'com.shop')).out, /Row\.width/);
});

test('a named mapping that does not fit is refused with the reason', async () => {
  await putSession('shop.laglens', shrunkSession([['a.b.a:4'], ['c.d.e:2'], ['c.f.e:2']], { sourceFile: 'SourceFile' }));
  await put('mapping.txt', feedMap(''));
  const { said } = await laglens('symbolicate', 'shop.laglens', '--build', 'mapping.txt', '-o', 'named.laglens');
  assert.match(said, /nothing found\. .*mapping\.txt \(named by you\)\n {2}It knows 1 of 3 seen methods, and lacks c\.d, c\.f: /);
  assert.match(said, /\n0 frames named\.\n$/);
});

test('each session without names says why', async () => {
  await putSession('shop.laglens', shrunkSession([['a.b.a:4']], { sourceFile: 'SourceFile' }));
  assert.match((await laglens('symbolicate', 'shop.laglens')).said, /No mapping was found\. Searched: .*\n0 frames named/);
  await put('app/build/outputs/mapping/release/mapping.txt', feedMap(''));
  assert.match((await laglens('symbolicate', 'shop.laglens')).said, /No mapping of com\.example\.shop fits; .*\n0 frames named/);
  await putSession('plain.laglens', shrunkSession([['com.shop.Feed.bind:4']], { sourceFile: 'Feed.kt' }));
  const { said } = await laglens('symbolicate', 'plain.laglens', '--build', 'app/build/outputs/mapping/release/mapping.txt');
  assert.match(said, /It renamed nothing of the app, and lacks com\.shop\.Feed: the app that ran was not shrunk with it\.\n0 frames/);
});

test('a session can take its own place, and a second time nothing is asked again', async () => {
  const path = await putSession('shop.laglens', session);
  await put('builds/mapping.txt', feedMap(MAP_ID));
  await laglens('symbolicate', 'shop.laglens', '--build', 'builds', '-o', 'shop.laglens');
  const named = await readFile(path);
  const { said } = await laglens('symbolicate', 'shop.laglens', '--build', 'builds', '-o', 'shop.laglens');
  assert.equal(said, 'The session has its names already.\n0 frames named.\n');
  assert.deepEqual((await readFile(path)).length, named.length);
  assert.deepEqual((await readdir(folder)).sort(), ['builds', 'shop.laglens']);
});

/** The session in two chunks, one bit of the second one turned. */
async function putDamaged(): Promise<string> {
  const file = new MemoryFile();
  const writer = new SessionWriter(file);
  writer.append(streamBytes(session));
  await writer.flush();
  const firstEnds = file.bytes.length;
  writer.appendMessage({ type: 'note', key: 'lost', value: 'here' });
  await writer.finish();
  const bytes = Buffer.from(file.bytes);
  const at = firstEnds + CHUNK_HEADER_BYTES + 1;
  bytes.writeUInt8((bytes.at(at) ?? 0) ^ 1, at);
  return put('damaged.laglens', bytes);
}

test('a damaged session never takes its own place, as a copy would hide the damage', async () => {
  const path = await putDamaged();
  const before = await readFile(path);
  await put('builds/mapping.txt', feedMap(MAP_ID));
  const { code, said } = await laglens('symbolicate', 'damaged.laglens', '--build', 'builds', '-o', 'damaged.laglens');
  assert.equal(code, 1);
  assert.match(said, /parts of that file are damaged.*\[session-damaged\]/s);
  assert.deepEqual(await readFile(path), before);
  assert.deepEqual((await readdir(folder)).sort(), ['builds', 'damaged.laglens']);
});

test('a copy of a damaged session says so, has the names, and still reads as damaged', async () => {
  await putDamaged();
  await put('builds/mapping.txt', feedMap(MAP_ID));
  const { code, said } = await laglens('symbolicate', 'damaged.laglens', '--build', 'builds', '-o', 'copy.laglens');
  assert.equal(code, 0);
  assert.match(said, /that can't be read: 1\./);
  const { out } = await laglens('report', 'copy.laglens', '--json');
  assert.deepEqual(JSON.parse(out).damage, { truncated: true, badChunks: 0 });
});

test('a copy that can’t be written says where and what to do', async () => {
  await putSession('shop.laglens', session);
  const { code, said } = await laglens('symbolicate', 'shop.laglens', '--build', '.', '-o', 'nowhere/named.laglens');
  assert.equal(code, 1);
  assert.match(said, /nowhere[\\/]named\.laglens can't be written.*\[record-failed\]/s);
});

test('a folder is no session, and that is said', async () => {
  const { code, said } = await laglens('symbolicate', '.');
  assert.equal(code, 1);
  assert.match(said, /cannot be opened: .*it is no regular file\.\nCheck the path.*\[session-not-found\]/);
});

test('what is no session leaves no copy', async () => {
  await put('shop.laglens', 'no session at all, but long enough to look like one');
  const { code, said } = await laglens('symbolicate', 'shop.laglens', '-o', 'named.laglens');
  assert.equal(code, 1);
  assert.match(said, /session-unreadable/);
  assert.deepEqual(await readdir(folder), ['shop.laglens']);
});
