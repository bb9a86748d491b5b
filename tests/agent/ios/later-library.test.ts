import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../symbols/oracles.ts';
import type { Of } from '../test-host.ts';
import { connectSoon, startSmallApp } from './small-app.ts';

for (const slice of ['simulator-x86_64', 'device-arm64'] as const) {
  test(`a library that is loaded later is reported with its UUID, its frames are in it, and its waits are reported from its first line on (${slice})`, {
    timeout: 600_000,
  }, async () => {
    await using app = await startSmallApp('loads_later.c', slice, { library: { source: 'later_library.c', name: 'later.dylib' } });
    using host = await connectSoon(app);
    const main = await host.until('thread', ({ flags }) => (flags & 1) !== 0);
    await host.until('image', ({ path }) => path.endsWith('/Other.app/Other'));
    await host.until('tick');
    const isLater = ({ path }: Of<'image'>): boolean => path.endsWith('/Other.app/Frameworks/later.dylib');
    assert.deepEqual(host.all('image').filter(isLater), []);
    await writeFile(join(app.home, 'go'), '');

    const image = await host.until('image', isLater);
    const uuid = /^UUID: (\S+)/m.exec(said('llvm-dwarfdump-19', ['--uuid', app.library]))?.[1];
    assert.equal(Buffer.from(image.buildId).toString('hex').toUpperCase(), uuid?.replaceAll('-', ''));
    /** The function of the library in which a stack ends, by the linker's symbols; '' when it ends elsewhere. */
    const leafOf = (id: number): string => {
      const node = host.all('nativeNode').find((each) => each.id === id);
      return node?.image === image.id ? symbolAt(app.library, node.offset) : '';
    };
    const isOfMain = (each: Of<'blockingCall'>): boolean => each.thread === main.thread;
    await host.until('blockingCall', (each) => isOfMain(each) && leafOf(each.node) === 'later_loaded');
    const wait = await host.until('blockingCall', (each) => isOfMain(each) && leafOf(each.node) === 'later_wait');
    assert.equal(host.all('string').find(({ id }) => id === wait.function)?.text, 'usleep');
    await host.until('sample', (each) => each.thread === main.thread && leafOf(each.node) === 'later_busy');
    assert.ok(app.isRunning);
  });
}

const symbols = new Map<string, string>();

function symbolAt(library: string, offset: number): string {
  const key = `${library} ${offset}`;
  const known = symbols.get(key);
  if (known !== undefined) return known;
  const name = said('llvm-symbolizer-19', [`--obj=${library}`, `0x${offset.toString(16)}`]).split('\n')[0] ?? '';
  symbols.set(key, name);
  return name;
}
