import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LaglensError } from '../../../../core/errors.ts';
import { adbAddress, isLocal } from './adb-address.ts';
import { findAdb } from './find-adb.ts';

const place = (platform: string, home: string, environment: NodeJS.ProcessEnv, ...programs: readonly string[]) => ({
  platform,
  home,
  environment,
  exists: async (path: string) => programs.includes(path),
});
const code = (expected: string) => (error: unknown) => error instanceof LaglensError && error.code === expected;

describe('the adb program', () => {
  it('is the one of the setting, which must exist', async () => {
    assert.equal(await findAdb('/opt/my adb', place('linux', '/home/a', {}, '/opt/my adb')), '/opt/my adb');
    await assert.rejects(findAdb('/opt/none', place('linux', '/home/a', {}, '/usr/bin/adb')), code('adb-not-found'));
  });

  it('is that of ANDROID_HOME before that of PATH', async () => {
    const both = ['/sdk/platform-tools/adb', '/usr/bin/adb'];
    assert.equal(await findAdb('', place('linux', '/home/a', { ANDROID_HOME: '/sdk', PATH: '/bin:/usr/bin' }, ...both)), both[0]);
    assert.equal(await findAdb('', place('linux', '/home/a', { ANDROID_HOME: '/other', PATH: '/bin:/usr/bin' }, ...both)), both[1]);
  });

  it('is found where Android Studio puts it, without any environment', async () => {
    const mac = '/Users/a/Library/Android/sdk/platform-tools/adb';
    const windows = 'C:\\Users\\Jo Doe\\AppData\\Local\\Android\\Sdk\\platform-tools\\adb.exe';
    const linux = '/home/a/Android/Sdk/platform-tools/adb';
    assert.equal(await findAdb('', place('darwin', '/Users/a', {}, mac)), mac);
    assert.equal(await findAdb('', place('win32', 'C:\\Users\\Jo Doe', {}, windows)), windows);
    assert.equal(await findAdb('', place('linux', '/home/a', {}, linux)), linux);
  });

  it('that is nowhere is an error that lists where it was looked for', async () => {
    const search = findAdb('', place('linux', '/home/a', { PATH: '/bin' }));
    await assert.rejects(search, (error: unknown) => {
      assert.ok(error instanceof LaglensError);
      assert.match(error.output ?? '', /^\/bin\/adb$/m);
      return error.code === 'adb-not-found' && error.action === 'setAdbPath';
    });
  });
});

describe('the address of the adb server', () => {
  const cases: readonly [string, NodeJS.ProcessEnv, string, number][] = [
    ['', {}, '127.0.0.1', 5037],
    ['localhost:6000', { ADB_SERVER_SOCKET: 'tcp:7000' }, 'localhost', 6000],
    ['', { ADB_SERVER_SOCKET: 'tcp:7000', ANDROID_ADB_SERVER_PORT: '8000' }, '127.0.0.1', 7000],
    ['', { ADB_SERVER_SOCKET: 'tcp:lab.example:7001' }, 'lab.example', 7001],
    ['', { ANDROID_ADB_SERVER_PORT: '8000' }, '127.0.0.1', 8000],
    ['', { ANDROID_ADB_SERVER_ADDRESS: '10.0.0.2' }, '10.0.0.2', 5037],
    ['[::1]:5037', {}, '::1', 5037],
    ['5038', {}, '127.0.0.1', 5038],
  ];
  for (const [setting, environment, host, port] of cases) {
    it(`of “${setting}” with ${JSON.stringify(environment)} is ${host}:${port}`, () => {
      assert.deepEqual(adbAddress(setting, environment), { host, port });
    });
  }

  it('knows whether the server would be one of this computer, which alone may be started', () => {
    const local = ['', 'localhost:1', '127.0.0.5:1', '[::1]:1'].map((setting) => isLocal(adbAddress(setting, {})));
    assert.deepEqual(local, [true, true, true, true]);
    assert.equal(isLocal(adbAddress('lab.example:5037', {})), false);
  });

  it('that makes no sense is an error', () => {
    for (const setting of ['phone', 'host:', 'host:0', 'host:70000', 'a b:5037']) {
      assert.throws(() => adbAddress(setting, {}), code('adb-unreachable'), setting);
    }
    for (const socket of ['localfilesystem:/tmp/adb', '127.0.0.1:5037', 'tcp:phone'])
      assert.throws(
        () => adbAddress('', { ADB_SERVER_SOCKET: socket }),
        (error: unknown) =>
          code('adb-unreachable')(error) && error instanceof LaglensError && /^Set it to tcp:HOST:PORT of/.test(error.next),
        socket,
      );
  });
});
