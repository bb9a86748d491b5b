import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runReading } from '../../../core/symbols/bytes/byte-source.ts';
import { fileBytes } from '../../../core/symbols/bytes/file-bytes.ts';
import { FileAnswers, unreadable } from './file-answers.ts';

async function scratch(t: TestContext): Promise<{ readonly dir: string; readonly disk: FileAnswers }> {
  const dir = await mkdtemp(join(tmpdir(), 'laglens-answers-'));
  const disk = new FileAnswers();
  t.after(async () => {
    disk.close();
    await rm(dir, { recursive: true, force: true });
  });
  return { dir, disk };
}

test('a request gets the bytes there are, and its length costs nothing', async (t) => {
  const { dir, disk } = await scratch(t);
  const file = join(dir, 'x');
  await writeFile(file, 'abcdef');
  const text = (offset: number, length: number): string => Buffer.from(disk.answer({ file, offset, length })).toString();
  await symlink('x', join(dir, 'link'));
  assert.equal(disk.answer({ file: join(dir, 'link'), offset: 0, length: 9 }).length, 6);
  assert.deepEqual([text(1, 2), text(4, 2 ** 40), text(6, 1), text(2 ** 50, 5)], ['bc', 'ef', '', '']);
});

for (const size of [0, 1, 65_535, 65_536, 65_537, 1_000_003, 5 * 1024 ** 3 + 7]) {
  test(`a file of ${size} bytes has that size, found by asking`, async (t) => {
    const { dir, disk } = await scratch(t);
    const file = join(dir, 'sparse');
    const handle = await open(file, 'w');
    await handle.truncate(size);
    await handle.close();
    let requests = 0;
    const bytes = runReading(fileBytes(file), (request) => {
      requests++;
      return disk.answer(request);
    });
    assert.equal(bytes.size, size);
    assert.ok(requests < 40, `${requests} requests`);
  });
}

test('what is gone, no file, a pipe or a circle of links is missing, at once', async (t) => {
  const { dir, disk } = await scratch(t);
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  await symlink('circle', join(dir, 'circle'));
  for (const file of [join(dir, 'gone'), dir, join(dir, 'pipe'), join(dir, 'circle'), '/dev/zero', 'x\0y']) {
    assert.throws(() => disk.answer({ file, offset: 0, length: 1 }), { reason: 'missing', code: 'symbols-missing' }, file);
  }
});

test('what is there instead of a file is said', async (t) => {
  const { dir, disk } = await scratch(t);
  await symlink('circle', join(dir, 'circle'));
  const instead = { [dir]: 'a folder', [join(dir, 'circle')]: 'links that lead in a circle', '/dev/zero': 'a device or pipe' };
  for (const [file, words] of Object.entries(instead)) {
    const message = `${file} at 0x0: expected a file that can be read, found ${words}.`;
    assert.throws(() => disk.answer({ file, offset: 0, length: 1 }), { message });
  }
});

test('a file that the user may not read comes with what opens it', () => {
  // Errors as Node makes them, since nothing is closed to root.
  const said = (code: string): string => unreadable('libshop.so', Object.assign(new Error(`${code}: not permitted`), { code })).next;
  assert.match(said('EACCES'), /chmod u\+r/);
  assert.match(said('EPERM'), /Full Disk Access .* Privacy & Security/);
  assert.match(said('ENOENT'), /^Build again, or point at/);
});

test('a file of another time is refused', async (t) => {
  const { dir, disk } = await scratch(t);
  const file = join(dir, 'x.o');
  await writeFile(file, 'abc');
  await utimes(file, 1, 1_700_000_000.75);
  assert.equal(disk.answer({ file, offset: 0, length: 3, modifiedAtS: 1_700_000_000 }).length, 3);
  assert.throws(() => disk.answer({ file, offset: 0, length: 3, modifiedAtS: 1_700_000_001 }), {
    reason: 'changed',
    message: /expected a file of 2023-11-14T22:13:21\.000Z, found one of 2023-11-14T22:13:20\.000Z\./,
  });
});

test('at most 64 files are open, and all are closed at the end', async (t) => {
  const { dir, disk } = await scratch(t);
  const openFiles = async (): Promise<number> => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let i = 0; i < 200; i++) {
    await writeFile(join(dir, String(i)), String(i));
    assert.equal(Buffer.from(disk.answer({ file: join(dir, String(i)), offset: 0, length: 9 })).toString(), String(i));
  }
  assert.ok((await openFiles()) - before <= 64);
  assert.equal(Buffer.from(disk.answer({ file: join(dir, '0'), offset: 0, length: 9 })).toString(), '0');
  disk.close();
  assert.equal(await openFiles(), before);
});
