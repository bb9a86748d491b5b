import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SymbolError } from '../../../../../core/symbols/bytes/symbol-error.ts';
import { type Fixture, outputOf } from '../../../../../tests/symbols/fixtures/build-fixture.ts';
import { iosExecutable as executable } from '../../../../../tests/symbols/fixtures/ios-executable.ts';
import { loadCommandsOf } from './load-commands.ts';
import { withWeakLibrary } from './weak-library.ts';

/** A file's loaded libraries by llvm-objdump: command and name. */
async function loadedBy(path: string): Promise<readonly string[]> {
  const output = await outputOf('llvm-objdump-19', ['--macho', '--arch=all', '--private-headers', path]);
  return [...output.matchAll(/cmd (LC_LOAD\w*DYLIB)\n\s+cmdsize (\d+)\n\s+name (\S+) \(offset 24\)/g)].map(
    ([, command, , name]) => `${command} ${name}`,
  );
}

async function added(fixture: Fixture, name: string): Promise<{ readonly before: Uint8Array; readonly path: string }> {
  const before = await fixture.bytes(name);
  const result = withWeakLibrary(before, name, 'liblaglens.dylib');
  assert.ok(result.kind === 'added', JSON.stringify(result));
  const path = join(fixture.dir, `${name}-with-agent`);
  await writeFile(path, result.file);
  assert.equal(result.file.length, before.length, 'nothing moved');
  return { before, path };
}

test('an executable whose rpath leads to Frameworks loads the agent by @rpath, weakly, after what it loaded before', async () => {
  const fixture = await executable('-rpath', '@executable_path/Frameworks');
  const { path } = await added(fixture, 'Shop');
  assert.deepEqual(await loadedBy(path), ['LC_LOAD_DYLIB /usr/lib/libSystem.B.dylib', 'LC_LOAD_WEAK_DYLIB @rpath/liblaglens.dylib']);
});

test('without such an rpath the library is named from the executable', async () => {
  const { path } = await added(await executable('-rpath', '/usr/lib/swift'), 'Shop');
  assert.deepEqual((await loadedBy(path)).at(-1), 'LC_LOAD_WEAK_DYLIB @executable_path/Frameworks/liblaglens.dylib');
});

test('every slice of a fat executable gets the command, and only bytes of the headers change', async () => {
  const fixture = await executable('-headerpad', '400');
  const { before, path } = await added(fixture, 'Shop-fat');
  const lines = (await loadedBy(path)).filter((line) => line.startsWith('LC_LOAD_WEAK_DYLIB'));
  assert.equal(lines.length, 2);
  const after = await fixture.bytes('Shop-fat-with-agent');
  const changed = Array.from(after.keys()).filter((at) => after[at] !== before[at]);
  const starts = loadCommandsOf(before, 'Shop').map((slice) => slice.start);
  // A page is 16 KiB on phones; the text of both programs begins behind their first 32 + sizeofcmds bytes.
  assert.ok(changed.every((at) => starts.some((start) => at >= start && at < start + 4096)));
});

test('what loads the agent already stays as it is', async () => {
  const fixture = await executable();
  const { path } = await added(fixture, 'Shop');
  const twice = withWeakLibrary(await fixture.bytes('Shop-with-agent'), path, 'liblaglens.dylib');
  assert.deepEqual(twice, { kind: 'present' });
});

test('a header without room is reported, with what was needed', async () => {
  // lld fills an arm64 program's first page of 16 KiB up, so only the other one can be without room.
  const before = await (await executable('-headerpad', '0')).bytes('Shop-x86_64');
  const [slice] = loadCommandsOf(before, 'Shop');
  assert.ok(slice !== undefined && slice.room < 72, `lld left ${slice?.room} bytes`);
  // 24 bytes of struct dylib_command, 46 of the name and its NUL (45 + 1), filled up to a multiple of 8: 72.
  const result = withWeakLibrary(before, 'Shop', 'liblaglens.dylib');
  assert.deepEqual(result, { kind: 'noRoom', needed: 24 + 48, room: slice.room });
});

test('room that somebody wrote into is no room', async () => {
  const before = await (await executable()).bytes('Shop');
  const [slice] = loadCommandsOf(before, 'Shop');
  assert.ok(slice !== undefined);
  before[32 + slice.bytes + 8] = 1;
  const result = withWeakLibrary(before, 'Shop', 'liblaglens.dylib');
  assert.deepEqual(result.kind === 'noRoom' && result.room, 8);
});

test('a file cut off or bent anywhere in its header ends in a SymbolError or an answer', async () => {
  const whole = await (await executable('-headerpad', '400')).bytes('Shop-fat');
  const starts = [0, ...loadCommandsOf(whole, 'Shop').map((slice) => slice.start)];
  for (const start of starts) {
    for (let at = start; at < start + 700; at++) {
      onlySymbolErrors(whole.subarray(0, at));
      const bent = new Uint8Array(whole);
      bent[at] = 0xff;
      onlySymbolErrors(bent);
    }
  }
});

function onlySymbolErrors(bytes: Uint8Array): void {
  try {
    withWeakLibrary(bytes, 'Shop', 'liblaglens.dylib');
  } catch (error) {
    assert.ok(error instanceof SymbolError, String(error));
  }
}
