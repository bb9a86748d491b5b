import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { SymbolError } from '../../core/symbols/bytes/symbol-error.ts';
import { compareVersions, gradleSourceJars, kinship } from './gradle-jars.ts';
import { jarEntries, jarText } from './jar-entries.ts';
import { byNearness, sdkSource } from './sdk-sources.ts';

const execute = promisify(execFile);
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens sources '));
});
after(() => rm(folder, { recursive: true }));

async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
  return join(folder, path);
}

test('a jar that the JDK packed gives its sources, also those with letters of other scripts', async () => {
  const source = `package org.sample;\n// größer\nclass Cart {}\n${'// filler\n'.repeat(500)}`;
  await put('jar/org/sample/Cart.java', source);
  await put('jar/org/sample/deep/Tree.kt', 'package org.sample.deep\n');
  const jar = join(folder, 'sample-1.0-sources.jar');
  await execute('jar', ['--create', '--file', jar, '-C', join(folder, 'jar'), '.']);
  const files = (await jarEntries(jar)).filter((name) => /\.(java|kt)$/.test(name));
  assert.deepEqual([...files].sort(), ['org/sample/Cart.java', 'org/sample/deep/Tree.kt']);
  assert.equal(await jarText(jar, 'org/sample/Cart.java'), source);
  await assert.rejects(jarText(jar, 'org/sample/Missing.java'), SymbolError);
});

test('what is no jar is refused with its name', async () => {
  const path = await put('text-sources.jar', 'no jar at all');
  await assert.rejects(jarEntries(path), (error) => error instanceof SymbolError && error.message.includes('text-sources.jar'));
  await assert.rejects(jarEntries(join(folder, 'gone-sources.jar')), SymbolError);
});

test('Gradle’s jars come by kinship with the package, newest version first, and never more than the limit', async () => {
  const cache = 'gradle/caches/modules-2/files-2.1';
  for (const [group, artifact, version] of [
    ['com.example', 'far', '1.0'],
    ['androidx.core', 'core', '1.9.0'],
    ['androidx.core', 'core', '1.10.0'],
    ['androidx.core', 'core', '1.10.0-rc01'],
  ] as const) {
    await put(`${cache}/${group}/${artifact}/${version}/0a1b/${artifact}-${version}-sources.jar`, '');
    await put(`${cache}/${group}/${artifact}/${version}/2c3d/${artifact}-${version}.aar`, '');
  }
  await put(`${cache}/gc.properties`, '');
  const list = async (jars: number): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { library, version } of gradleSourceJars(join(folder, 'gradle'), 'androidx.core.view', { groups: 10, jars })) {
      found.push(`${library} ${version}`);
    }
    return found;
  };
  assert.deepEqual(await list(100), [
    'androidx.core:core 1.10.0',
    'androidx.core:core 1.10.0-rc01',
    'androidx.core:core 1.9.0',
    'com.example:far 1.0',
  ]);
  assert.equal((await list(2)).length, 2);
  for await (const jar of gradleSourceJars(join(folder, 'nowhere'), 'a.b')) assert.fail(jar.path);
});

test('kinship counts whole names, versions count by value', () => {
  assert.equal(kinship('androidx.core', 'androidx.core.view'), 2);
  assert.equal(kinship('androidx.corex', 'androidx.core.view'), 1);
  assert.equal(kinship('okhttp3', 'com.okhttp3'), 0);
  assert.deepEqual(['1.10', '1.9', '1.9-rc2', '1.9-rc10', '1.9.1', '2'].sort(compareVersions), [
    '1.9-rc2',
    '1.9-rc10',
    '1.9',
    '1.9.1',
    '1.10',
    '2',
  ]);
});

test('of the SDK’s sources the app’s level is taken, else the next above, else the next below', async () => {
  assert.deepEqual(byNearness([30, 34, 33, 28], 31), [33, 34, 30, 28]);
  assert.deepEqual(byNearness([30, 34], 0), [34, 30]);
  for (const level of [30, 33, 34]) await put(`sdk/sources/android-${level}/android/view/View.java`, String(level));
  await put('sdk/sources/android-32/android/os/Looper.java', '');
  await put('sdk/sources/android-preview/android/view/View.java', '');
  const level = async (wanted: number): Promise<number | undefined> =>
    (await sdkSource(join(folder, 'sdk'), 'android/view/View.java', wanted))?.apiLevel;
  // 32 is nearest to 31, but does not have the file.
  assert.deepEqual([await level(33), await level(31), await level(35), await level(0)], [33, 33, 34, 34]);
  assert.equal(await sdkSource(join(folder, 'nowhere'), 'android/view/View.java', 33), undefined);
});
