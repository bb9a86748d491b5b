import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from '../../scripts/setup/cache.ts';
import { mavenJar } from '../../scripts/setup/maven.ts';
import { kotlin, r8 } from '../../tests/demo-app/versions.ts';
import { digest, findJavaHome, onceInto, runR8 } from '../../tests/symbols/retrace/r8.ts';

const MAP_BYTES = 59e6;
/** The whole library is kept, and may be renamed, inlined, outlined and merged. */
const rules = ['-keep,allowobfuscation,allowoptimization class ** { *; }', '-dontwarn **', '-ignorewarnings', '-repackageclasses', ''];

/** A large app's map: R8's map of Kotlin's standard library, repeated in packages of its own. */
export async function largeMap(say: (line: string) => void): Promise<string> {
  const source = await libraryMap(say);
  const home = join(cacheDir('retrace'), `large-${digest([source, String(MAP_BYTES)])}.txt`);
  if (await stat(home).catch(() => undefined)) return home;
  const [head = '', ...classes] = source.split(/^(?=\S+ -> \S+:$)/m);
  const fresh = `${home}.${process.pid}`;
  const file = await open(fresh, 'w');
  let written = (await file.write(head)).bytesWritten;
  for (let copy = 0; written < MAP_BYTES; copy++) {
    const copied = classes.map((one) => one.replace(/^(\S+) -> (\S+):/, `app${copy}.$1 -> app${copy}.$2:`)).join('');
    written += (await file.write(copied)).bytesWritten;
  }
  await file.close();
  await rename(fresh, home);
  return home;
}

async function libraryMap(say: (line: string) => void): Promise<string> {
  const [, library] = kotlin;
  if (library === undefined) throw new Error("Kotlin's standard library is missing from versions.ts");
  const home = join(cacheDir('retrace'), `kotlin-stdlib-${digest([library.artifact, r8.artifact, rules.join('\n')])}`);
  await onceInto(home, async (fresh) => {
    say("Shrinking Kotlin's standard library with R8 (a minute or two, the first time only) ...");
    const settings = join(fresh, 'rules.pro');
    await writeFile(settings, rules.join('\n'));
    const jar = await mavenJar(library.artifact, library.sha256, say);
    const options = ['--release', '--min-api', '24', '--lib', await findJavaHome(), '--pg-conf', settings];
    const outputs = ['--pg-map-output', join(fresh, 'map.txt'), '--output', join(fresh, 'out.zip')];
    await runR8('com.android.tools.r8.R8', [...options, ...outputs, jar], say);
  });
  return readFile(join(home, 'map.txt'), 'utf8');
}
