import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type DeviceLog, followDeviceLog, isSceneRefusal, isSignatureRefusal } from './device-log.ts';

const about = { executable: 'Shop', bundle: '/private/var/containers/Bundle/Application/0A1B2C3D-0000-4000-8000-000000000001/Shop.app' };
const pid = 4711;
const { signal } = new AbortController();

/** The kept part of these lines. */
async function logOf(...lines: readonly string[]): Promise<DeviceLog> {
  const relay = new PassThrough();
  const log = await followDeviceLog({ service: async () => relay }, about, signal);
  relay.write(lines.map((line) => `${now()} Adas-iPhone ${line}\n\0`).join(''));
  await turn();
  return log;
}

function now(): string {
  const [, month, day, , time] = /^\w+ (\w+) (\d+) (\d+) (\S+)/.exec(new Date().toString()) ?? [];
  return `${month} ${day?.replace(/^0/, ' ')} ${time}`;
}

const foreign = [
  'kernel(AppleMobileFileIntegrity)[0] <Notice>: AMFI: code signature validation failed.',
  'amfid[120] <Error>: /private/var/containers/Bundle/Application/FFFF/News.app/News not valid: 0xe8008015: code signature invalid',
  'kernel[0] <Notice>: AMFI: hook: denied for pid 47 (News), code signing blocked',
  'News[4712] <Error>: dyld[4712]: Library not loaded: News.framework, code signature invalid',
  'Shop(Security)[99] <Error>: code signature of an earlier process',
  'ShopHelper[98] <Error>: code signature of an app with a longer name',
];

test('what the device says about the signatures of others is kept out', async () => {
  const log = await logOf(...foreign);
  assert.deepEqual(log.lines(pid), []);
});

for (const line of [
  'kernel[0] <Notice>: AMFI: code signature validation failed for liblaglens.dylib',
  'Shop[4711] <Error>: dyld[4711]: Library not loaded: x (code signature invalid)',
  'Shop(libdyld.dylib)[4711] <Error>: code signature invalid',
  'amfid[120] <Error>: /var/containers/Bundle/Application/0A1B2C3D-0000-4000-8000-000000000001/Shop.app/x: code signature invalid',
  'kernel[0] <Notice>: mmap denied by AMFI, pid: 4711, code signature invalid',
  'kernel[0] <Notice>: dyld[4711]: code signature invalid',
]) {
  test(`a refusal of the app counts: ${line}`, async () => {
    const log = await logOf(...foreign, line, ...foreign);
    assert.deepEqual(
      log.lines(pid).map((each) => each.slice(each.indexOf('Adas-iPhone ') + 12)),
      [line],
    );
    assert.ok(log.lines(pid).every(isSignatureRefusal));
  });
}

test('thousands of foreign lines push out none about the app', async () => {
  const many = Array.from({ length: 2_000 }, (_, i) => `amfid[120] <Error>: App${i} pid ${i + 10_000}: code signature invalid`);
  const log = await logOf('Shop[4711] <Error>: liblaglens.dylib: code signature invalid', ...many);
  assert.equal(log.lines(pid).length, 1);
});

test('an app that logs a lot does not push out the refusal', async () => {
  const many = Array.from({ length: 2_000 }, (_, i) => `Shop[4711] <Notice>: row ${i}`);
  const log = await logOf('Shop[4711] <Error>: liblaglens.dylib: code signature invalid', ...many);
  assert.equal(log.lines(pid).filter(isSignatureRefusal).length, 1);
});

test('an app whose name has spaces and brackets is known by it', async () => {
  const relay = new PassThrough();
  const log = await followDeviceLog({ service: async () => relay }, { executable: 'My [Shop]', bundle: '' }, signal);
  relay.write(`${now()} Phone My [Shop][4711] <Error>: code signature invalid\n`);
  await turn();
  assert.equal(log.lines(pid).length, 1);
});

test('lines of one word only do not take long, nor does a bundle without folders', async () => {
  const relay = new PassThrough();
  const log = await followDeviceLog({ service: async () => relay }, { executable: 'Shop', bundle: 'a'.repeat(1 << 20) }, signal);
  relay.write(`kernel[0] <Notice>: AMFI: ${'UIScene '.repeat(1 << 17)} [${pid}]\n`);
  await turn();
  assert.deepEqual([log.lines(pid).length, log.lines(pid).some(isSceneRefusal)], [1, false]);
});
