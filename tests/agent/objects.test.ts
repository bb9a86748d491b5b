import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { compiledObjects } from './objects.ts';

suite('objects of C sources', () => {
  let folder: string;
  /** No other run has compiled it. */
  const own = `int number = NUMBER; // ${randomUUID()}`;
  const flags = ['-std=c11', '-g'];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-objects-'));
    for (const checkout of ['one', 'two']) {
      await mkdir(join(folder, checkout, 'parts'), { recursive: true });
      await writeFile(join(folder, checkout, 'parts', 'number.c'), `#include "../number.h"\n${own}\n`);
      await writeFile(join(folder, checkout, 'number.h'), '#pragma once\n#include "deeper.h"\n');
      await writeFile(join(folder, checkout, 'deeper.h'), '#pragma once\n#define NUMBER 1\n');
    }
  });
  after(async () => {
    for (const object of made) await rm(object, { force: true });
    await rm(folder, { recursive: true });
  });

  const made = new Set<string>();
  async function object(checkout: string, ...more: readonly string[]): Promise<string> {
    const [path = ''] = await compiledObjects(join(folder, checkout), ['parts/number.c'], [...flags, ...more]);
    made.add(path);
    return path;
  }

  test('are compiled once for equal sources, in whichever checkout', async () => {
    const first = await object('one');
    const { ino } = await stat(first);
    assert.equal(await object('two'), first);
    assert.equal((await stat(first)).ino, ino);
    assert.ok(!(await readFile(first)).includes(folder), 'the object names its checkout');
  });

  test('are others for other flags, and after a change of a header’s header', async () => {
    const first = await object('one');
    assert.notEqual(await object('one', '-DOTHER'), first);
    await writeFile(join(folder, 'two', 'deeper.h'), '#pragma once\n#define NUMBER 2\n');
    const second = await object('two');
    assert.notEqual(second, first);
    assert.notDeepEqual(await readFile(second), await readFile(first));
  });

  test('stay while they are used: a used object counts as new when the oldest of the folder go', async () => {
    const first = await object('one');
    await utimes(first, new Date(0), new Date(0));
    await object('one');
    assert.ok(Date.now() - (await stat(first)).mtimeMs < 60_000);
  });

  test('of a source with an error are none, and the compiler’s words are the reason', async () => {
    await writeFile(join(folder, 'one', 'parts', 'broken.c'), 'int number = ;\n');
    await assert.rejects(compiledObjects(join(folder, 'one'), ['parts/broken.c'], flags), /broken\.c:1:14: error: expected expression/);
  });
});
