import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAdb } from './find-adb.ts';
import { sdkDir, sdksOfProjects } from './sdk-of-project.ts';

const files =
  (all: Readonly<Record<string, string>>) =>
  async (path: string): Promise<string | undefined> =>
    all[path];

test('the SDK of local.properties is read with the escapes of Java’s properties', () => {
  // https://docs.oracle.com/javase/8/docs/api/java/util/Properties.html#load-java.io.Reader-
  assert.equal(sdkDir('# generated\nndk.dir=/ndk\nsdk.dir=/home/a/Android/Sdk\n'), '/home/a/Android/Sdk');
  assert.equal(
    sdkDir('sdk.dir=C\\:\\\\Users\\\\Jo Doe\\\\AppData\\\\Local\\\\Android\\\\Sdk\r\n'),
    'C:\\Users\\Jo Doe\\AppData\\Local\\Android\\Sdk',
  );
  assert.equal(sdkDir('  sdk.dir : /opt/s\\u0064k'), '/opt/sdk');
  assert.equal(sdkDir('sdk.dir /opt/sdk'), '/opt/sdk');
  assert.equal(sdkDir('#sdk.dir=/opt/sdk\nsdk.directory=/no'), '');
});

test('a project’s file counts, that of its android folder, and that of the folder above a module', async () => {
  const read = files({ '/shop/android/local.properties': 'sdk.dir=/sdk', '/app/local.properties': 'sdk.dir=/other' });
  assert.deepEqual(await sdksOfProjects(['/shop', '/app/module'], 'linux', read), ['/sdk', '/other']);
  const windows = files({ 'D:\\shop\\local.properties': 'sdk.dir=C\\:\\\\Sdk' });
  assert.deepEqual(await sdksOfProjects(['D:\\shop'], 'win32', windows), ['C:\\Sdk']);
});

test('a project cannot bring its own program', async () => {
  for (const sdk of ['sdk', './sdk', '/shop', '/shop/sdk', '/x/../shop/sdk']) {
    const read = files({ '/shop/local.properties': `sdk.dir=${sdk}` });
    assert.deepEqual(await sdksOfProjects(['/shop'], 'linux', read), [], sdk);
  }
});

test('adb is that of the project’s SDK where the variables and PATH have none', async () => {
  const place = (environment: NodeJS.ProcessEnv, ...programs: readonly string[]) => ({
    environment,
    platform: 'linux',
    home: '/home/a',
    folders: ['/shop'],
    exists: async (path: string) => programs.includes(path),
    read: files({ '/shop/local.properties': 'sdk.dir=/sdk' }),
  });
  const programs = ['/sdk/platform-tools/adb', '/usr/bin/adb', '/home/a/Android/Sdk/platform-tools/adb'];
  assert.equal(await findAdb('', place({}, ...programs)), '/sdk/platform-tools/adb');
  assert.equal(await findAdb('', place({ PATH: '/usr/bin' }, ...programs)), '/usr/bin/adb');
});
