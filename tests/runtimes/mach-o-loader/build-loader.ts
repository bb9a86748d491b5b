import { createHash } from 'node:crypto';
import { glob, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../scripts/setup/cache.ts';
import { exists, type Log, moveIntoPlace, run } from '../../demo-app/build-demo-app.ts';

const here = dirname(fileURLToPath(import.meta.url));

/** Apple's system libraries have frame pointers: the app's stacks go through the loader's functions. */
const flags = ['-std=c11', '-D_GNU_SOURCE', '-Wall', '-Wextra', '-Werror', '-O2', '-g1', '-static', '-pthread'];
const frames = ['-fno-omit-frame-pointer', '-fno-optimize-sibling-calls'];
/** By program. arm64's is beside the other, which becomes it for such an app. */
const compilers = { 'iphone-loader': 'gcc', 'iphone-loader-arm64': 'aarch64-linux-gnu-gcc' } as const;

/**
 * Compiles the loader into the cache, once per state of the sources.
 * @returns the path of `iphone-loader`
 * @throws Error with the compiler's words
 */
export async function buildLoader(log: Log = () => undefined): Promise<string> {
  const sources: string[] = [];
  for await (const file of glob('**/*.{c,h,S}', { cwd: here, exclude: (path) => path === 'probes' })) sources.push(file);
  sources.sort();
  const hash = createHash('sha256').update(JSON.stringify([flags, frames, compilers]));
  for (const file of sources) hash.update(file).update(await readFile(join(here, file)));
  const home = join(cacheDir('iphone-loader'), hash.digest('hex').slice(0, 16));
  if (!(await exists(home))) {
    log('iphone-loader: compiling (about 10 s the first time) ...');
    const fresh = `${home}.${process.pid}`;
    await mkdir(fresh, { recursive: true });
    const inputs = sources.filter((file) => !file.endsWith('.h')).map((file) => join(here, file));
    await Promise.all(
      Object.entries(compilers).map(([name, compiler]) => run(compiler, [...flags, ...frames, '-o', join(fresh, name), ...inputs, '-lm'])),
    );
    await moveIntoPlace(fresh, home);
    log(`iphone-loader: compiled into ${basename(home)}`);
  }
  return join(home, 'iphone-loader');
}
