import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { compiler, compilerVersion } from '../../device-agents/build/agent-library.ts';
import { dropOldest, isUsedAgain } from '../../scripts/setup/bounded-folder.ts';
import { cacheDir } from '../../scripts/setup/cache.ts';

const execute = promisify(execFile);

/** Objects of some forty states of the agents. */
const MOST_BYTES = 256e6;

/**
 * Compiles C sources; a source that was compiled before with equal headers, flags and compiler is not compiled again, wherever its checkout is.
 * @param root of the checkout, which the compiler sees paths from
 * @param files relative to it
 * @returns the objects' paths in the order of the files
 * @throws Error with the compiler's words
 */
export async function compiledObjects(root: string, files: readonly string[], flags: readonly string[]): Promise<readonly string[]> {
  const tools = [await version(), systemHeaders(), ...flags].join('\0');
  const objects: string[] = [];
  const left = files.entries();
  const compileNext = async (): Promise<void> => {
    for (const [i, file] of left) objects[i] = await compiledObject(root, file, flags, tools);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compileNext));
  await dropOldest(cacheDir('objects'), MOST_BYTES);
  return objects;
}

async function compiledObject(root: string, file: string, flags: readonly string[], tools: string): Promise<string> {
  const hash = createHash('sha256').update(tools);
  for (const [path, text] of await withHeaders(root, file)) hash.update(`\0${path}\0${text}`);
  const object = join(cacheDir('objects'), `${hash.digest('hex').slice(0, 32)}.o`);
  if (await isUsedAgain(object)) return object;
  const fresh = `${object}.${process.pid}`;
  // Without the checkout's path, objects of equal sources are equal.
  await execute(compiler, [...flags, '-fdebug-compilation-dir=.', '-c', file, '-o', fresh], { cwd: root });
  await rename(fresh, object);
  return object;
}

/** A source and the checkout's headers that it includes, in the order of its includes. */
async function withHeaders(root: string, file: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const read = async (path: string): Promise<void> => {
    if (texts.has(path)) return;
    const text = await readFile(join(root, path), 'utf8');
    texts.set(path, text);
    for (const [, header = ''] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]+"([^"]+)"/gm))
      await read(normalize(join(dirname(path), header)));
  };
  await read(file);
  return texts;
}

let knownVersion: Promise<string | undefined> | undefined;
function version(): Promise<string | undefined> {
  knownVersion ??= compilerVersion();
  return knownVersion;
}

/** Headers of the system change with its C library. */
function systemHeaders(): string {
  const report: { readonly header?: { readonly glibcVersionRuntime?: string } } = Object(process.report.getReport());
  return `glibc ${report.header?.glibcVersionRuntime}`;
}
