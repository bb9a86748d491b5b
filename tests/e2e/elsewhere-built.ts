import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Message } from '../../core/wire/schema.ts';
import { sessionBytes } from '../core/memory-session.ts';
import { START_US, shrunkSession } from '../symbols/builds/shrunk-session.ts';

const execute = promisify(execFile);

/** Where the build says that it was made. */
export const CI_FOLDER = '/ci/build/shop';
export const MAP_ID = '0123456789abcdef';

const sources = {
  'jni/price.c': `/* What things cost. */
int price_of(const int *items, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += items[i] * 3;
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

/** As R8 writes maps (its doc/retrace.md): a.b.a at lines 1 to 3 is Feed.bind at 41 to 43. */
const mapping = [
  '# compiler: R8',
  `# pg_map_id: ${MAP_ID}`,
  '# {"id":"com.android.tools.r8.mapping","version":"2.2"}',
  'com.example.shop.Feed -> a.b:',
  '# {"id":"sourceFile","fileName":"Feed.kt"}',
  '    1:3:void bind():41:43 -> a',
  '',
].join('\n');

/** A place in a source, as GNU addr2line tells it. */
export interface BuiltPlace {
  /** In the sources' folder. */
  readonly path: string;
  readonly line: number;
}

export interface ElsewhereBuilt {
  /** Holds the sources, which the build knows by another folder. */
  readonly sources: string;
  /** Holds the library with its debug information, and the mapping. */
  readonly build: string;
  /** A session with addresses of the library and with names of the shrunk class. */
  readonly session: string;
  readonly total: BuiltPlace;
  readonly price: BuiltPlace;
}

/** Builds a library as another computer would, and records what calls into it. */
export async function builtElsewhere(folder: string): Promise<ElsewhereBuilt> {
  const [sourceFolder, build, device] = [join(folder, 'sources'), join(folder, 'symbols'), join(folder, 'device')];
  for (const path of [join(sourceFolder, 'jni'), build, device]) await mkdir(path, { recursive: true });
  for (const [name, text] of Object.entries(sources)) await writeFile(join(sourceFolder, name), text);
  await writeFile(join(build, 'mapping.txt'), mapping);
  const library = join(build, 'libcart.so');
  const flags = ['-shared', '-fPIC', '-g', '-O1', '-Wl,--build-id', `-ffile-prefix-map=${sourceFolder}=${CI_FOLDER}`, '-o', library];
  await execute('gcc', [...flags, ...Object.keys(sources).map((name) => join(sourceFolder, name))]);
  const shipped = join(device, 'libcart.so');
  await cp(library, shipped);
  await execute('strip', ['--strip-all', shipped]);
  const address = async (name: string): Promise<number> => {
    const { stdout } = await execute('nm', [library]);
    return Number.parseInt(new RegExp(`^([0-9a-f]+) T ${name}$`, 'm').exec(stdout)?.[1] ?? '', 16);
  };
  const place = async (name: string): Promise<BuiltPlace> => {
    const { stdout } = await execute('addr2line', ['-e', library, (await address(name)).toString(16)]);
    const [, path = '', line] = new RegExp(`^${CI_FOLDER}/(.*):(\\d+)`).exec(stdout) ?? [];
    return { path, line: Number(line) };
  };
  const { stdout: notes } = await execute('readelf', ['-n', shipped]);
  const buildId = new Uint8Array(Buffer.from(/Build ID: ([0-9a-f]+)/.exec(notes)?.[1] ?? '', 'hex'));
  const [total, price] = [await address('cart_total'), await address('price_of')];
  const session = join(folder, 'elsewhere.laglens');
  await writeFile(session, await sessionBytes(messagesOf(buildId, total, price)));
  return { sources: sourceFolder, build, session, total: await place('cart_total'), price: await place('price_of') };
}

/** Packs the source of the library that the session's stacks end in, as a build tool downloads it. */
export async function packSources(folder: string, jar: string): Promise<void> {
  const packed = join(folder, 'packed');
  await mkdir(join(packed, 'org', 'sample', 'lib'), { recursive: true });
  await mkdir(dirname(jar), { recursive: true });
  const text = 'package org.sample.lib;\n\n/** Is of a library. */ class Tree {\n  void walk() {}\n}\n';
  await writeFile(join(packed, 'org', 'sample', 'lib', 'Tree.java'), text);
  await execute('jar', ['--create', '--file', jar, '-C', packed, '.']);
}

/** A lag in the shrunk class, and after it one in the library, which that class called. */
function messagesOf(buildId: Uint8Array, total: number, price: number): readonly Message[] {
  const managed = shrunkSession([['a.b.a:2', 'org.sample.lib.Tree.walk:3']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const atUs = START_US + 600_000;
  const path = '/data/app/com.example.shop/lib/x86_64/libcart.so';
  return [
    ...managed,
    { type: 'image', id: 7, path, base: 0x7000_0000, size: 0x10_000, buildId },
    // Node 1 is the looper's, 2 that of a.b.a.
    { type: 'nativeNode', id: 1001, parent: 2, image: 7, offset: total },
    { type: 'nativeNode', id: 1002, parent: 1001, image: 7, offset: price },
    { type: 'messageBegin', thread: 1, atUs, target: 1, callback: 0, what: 0 },
    { type: 'sample', thread: 1, atUs: atUs + 1_000, node: 1002, state: 0, cpuUs: 299_000 },
    { type: 'run', thread: 1, atUs: atUs + 399_000, samples: 39, cpuUs: 697_000 },
    { type: 'messageEnd', thread: 1, atUs: atUs + 400_000, target: 1, callback: 0, what: 0 },
    { type: 'tick', atUs: atUs + 500_000, rounds: 1 },
  ];
}
