import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Message } from '../../../core/wire/schema.ts';
import { sessionBytes } from '../../core/memory-session.ts';
import { START_US, shrunkSession } from '../../symbols/builds/shrunk-session.ts';

const execute = promisify(execFile);

/** The build's folder in its debug information. */
export const CI_FOLDER = '/ci/build/shop';
export const MAP_ID = '0123456789abcdef';

/** Compiled on this computer, with its real path. */
const here = 'local/discount.c';

const sources = {
  [here]: `/* On everything. */
int discount_of(int price) {
  return price / 10;
}
`,
  'jni/price.c': `int discount_of(int price);

/* What things cost. */
int price_of(const int *items, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += items[i] * 3 - discount_of(items[i]);
  return sum;
}
`,
  'jni/cart.c': `int price_of(const int *items, int count);

/* The whole cart. */
int cart_total(const int *items, int count) {
  int total = price_of(items, count);
  return total + total / 5;
}
`,
} as const;

/** As R8 writes maps (doc/retrace.md): a.b.a at lines 1 to 3 is Feed.bind at 41 to 43. */
const mapping = [
  '# compiler: R8',
  `# pg_map_id: ${MAP_ID}`,
  '# {"id":"com.android.tools.r8.mapping","version":"2.2"}',
  'com.example.shop.Feed -> a.b:',
  '# {"id":"sourceFile","fileName":"Feed.kt"}',
  '    1:3:void bind():41:43 -> a',
  '',
].join('\n');

/** A place in a source by GNU addr2line. */
interface BuiltPlace {
  /** In the sources' folder. */
  readonly path: string;
  readonly line: number;
}

interface ElsewhereBuilt {
  /** The sources; the build names another folder. */
  readonly sources: string;
  /** The library with debug information, and the mapping. */
  readonly build: string;
  /** A session of a phone with Android's API 33: addresses of the library and the shrunk class's names. */
  readonly session: string;
  readonly total: BuiltPlace;
  readonly price: BuiltPlace;
  /** Its real path is in the build; it is in `sources`. */
  readonly discount: BuiltPlace;
}

/** Builds a library as on another computer, and records calls into it. */
export async function builtElsewhere(folder: string): Promise<ElsewhereBuilt> {
  const [sourceFolder, build, device] = [join(folder, 'sources'), join(folder, 'symbols'), join(folder, 'device')];
  for (const path of [build, device]) await mkdir(path, { recursive: true });
  for (const [name, text] of Object.entries(sources)) {
    await mkdir(dirname(join(sourceFolder, name)), { recursive: true });
    await writeFile(join(sourceFolder, name), text);
  }
  await writeFile(join(build, 'mapping.txt'), mapping);
  const library = join(build, 'libcart.so');
  const compile = ['-fPIC', '-g', '-O1'];
  const object = join(folder, 'discount.o');
  await execute('gcc', [...compile, '-c', '-o', object, join(sourceFolder, here)]);
  const link = ['-shared', '-Wl,--build-id', `-ffile-prefix-map=${sourceFolder}=${CI_FOLDER}`, '-o', library];
  const others = Object.keys(sources).filter((name) => name !== here);
  await execute('gcc', [...compile, ...link, ...others.map((name) => join(sourceFolder, name)), object]);
  const shipped = join(device, 'libcart.so');
  await cp(library, shipped);
  await execute('strip', ['--strip-all', shipped]);
  const address = async (name: string): Promise<number> => {
    const { stdout } = await execute('nm', [library]);
    return Number.parseInt(new RegExp(`^([0-9a-f]+) T ${name}$`, 'm').exec(stdout)?.[1] ?? '', 16);
  };
  const place = async (name: string, root = CI_FOLDER): Promise<BuiltPlace> => {
    const { stdout } = await execute('addr2line', ['-e', library, (await address(name)).toString(16)]);
    const [, path = '', line] = /^(.*):(\d+)/.exec(stdout) ?? [];
    assert.ok(path.startsWith(`${root}/`), `${name} is of ${path}`);
    return { path: path.slice(root.length + 1), line: Number(line) };
  };
  const { stdout: notes } = await execute('readelf', ['-n', shipped]);
  const buildId = new Uint8Array(Buffer.from(/Build ID: ([0-9a-f]+)/.exec(notes)?.[1] ?? '', 'hex'));
  const stack = [await address('cart_total'), await address('price_of'), await address('discount_of')];
  const session = join(folder, 'elsewhere.laglens');
  await writeFile(session, await sessionBytes(messagesOf(buildId, stack)));
  const [total, price] = [await place('cart_total'), await place('price_of')];
  return { sources: sourceFolder, build, session, total, price, discount: await place('discount_of', sourceFolder) };
}

/** Writes an Android source into a made SDK: as many lines as the looper's, one of which stands for the framework's. */
export async function makeSdk(sdk: string): Promise<void> {
  const folder = join(sdk, 'sources', 'android-34', 'android', 'os');
  await mkdir(folder, { recursive: true });
  const lines = ['package android.os;', ...Array.from({ length: 200 }, (_, i) => `// line ${i + 2} of Android's source`)];
  await writeFile(join(folder, 'Looper.java'), lines.join('\n'));
}

/** Packs the source of the stacks' library, as a build tool downloads it. */
export async function packSources(folder: string, jar: string): Promise<void> {
  const packed = join(folder, 'packed');
  await mkdir(join(packed, 'org', 'sample', 'lib'), { recursive: true });
  await mkdir(dirname(jar), { recursive: true });
  const text = 'package org.sample.lib;\n\n/** Is of a library. */ class Tree {\n  void walk() {}\n}\n';
  await writeFile(join(packed, 'org', 'sample', 'lib', 'Tree.java'), text);
  await execute('jar', ['--create', '--file', jar, '-C', packed, '.']);
}

/** A lag in the shrunk class, then one in the library that it called; addresses from the outermost on. */
function messagesOf(buildId: Uint8Array, stack: readonly number[]): readonly Message[] {
  const managed = shrunkSession([['a.b.a:2', 'org.sample.lib.Tree.walk:3']], { sourceFile: `r8-map-id-${MAP_ID}` }).map((message) =>
    message.type === 'hello' ? { ...message, os: 'android', apiLevel: 33 } : message,
  );
  const atUs = START_US + 600_000;
  const path = '/data/app/com.example.shop/lib/x86_64/libcart.so';
  return [
    ...managed,
    { type: 'image', id: 7, path, base: 0x7000_0000, size: 0x10_000, buildId },
    // Node 1 is the looper's, 2 is a.b.a's.
    ...stack.map((offset, i): Message => ({ type: 'nativeNode', id: 1001 + i, parent: i === 0 ? 2 : 1000 + i, image: 7, offset })),
    { type: 'messageBegin', thread: 1, atUs, target: 1, callback: 0, what: 0 },
    { type: 'sample', thread: 1, atUs: atUs + 1_000, node: 1000 + stack.length, state: 0, cpuUs: 299_000 },
    { type: 'run', thread: 1, atUs: atUs + 399_000, samples: 39, cpuUs: 697_000 },
    { type: 'messageEnd', thread: 1, atUs: atUs + 400_000, target: 1, callback: 0, what: 0 },
    { type: 'tick', atUs: atUs + 500_000, rounds: 1 },
  ];
}
