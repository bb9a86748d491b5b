import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { LaglensError } from '../../../core/errors.ts';
import { AgentFiles } from '../../../host/devices/agent-files.ts';
import { AndroidProvider } from '../../../host/devices/android/android-provider.ts';
import { freePort } from '../../host/free-port.ts';
import { runCommand } from '../../host/run-command.ts';
import { AdbServer } from './adb-server.ts';
import type { StandInApp } from './android-stand-in-app.ts';
import { OtherAdbServer } from './other-adb-server.ts';
import { adbVersions } from './real/adb-versions.ts';
import { connectPhone, type Phone } from './simulated-phone.ts';
import { WifiAdbServer } from './wifi-adb-server.ts';

const never = new AbortController().signal;
const CODE = '314159';
const NAME = 'adb-SIM140001-x1Y2z3';

function wifiOf(port: number) {
  return new AndroidProvider(new AgentFiles('/nowhere'), { adbPath: '/bin/false', adbServer: `127.0.0.1:${port}`, environment: {} }).wifi;
}

/** What a person reads, with the code of the error. */
async function failure(promise: Promise<unknown>): Promise<readonly [code: string, message: string, next: string]> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LaglensError, String(error));
  assert.ok(
    !JSON.stringify([error.message, error.next, error.output, String(error.cause)]).includes(CODE),
    'the pairing code stays secret',
  );
  return [error.code, error.message, error.next];
}

describe('a phone with Wireless debugging', () => {
  let phone: Phone<StandInApp>;
  let server: WifiAdbServer;
  let pairing: string;
  before(async () => {
    const launch = (): Promise<never> => Promise.reject(new Error('no app is started in these tests'));
    phone = await connectPhone({ android: '14', launch });
    await phone.server.adb(['disconnect', phone.serial]);
    pairing = `127.0.0.1:${await freePort()}`;
    server = await WifiAdbServer.start({ port: phone.server.port, phone: { name: NAME, code: CODE, pairing, adbd: phone.serial } });
  });
  after(async () => {
    await server.stop();
    await phone.stop();
  });

  test('is found in the network, with its dialog and its running adb', async () => {
    assert.deepEqual(await wifiOf(server.port).services(never), {
      services: [
        { name: NAME, offers: 'pairing', address: pairing },
        { name: NAME, offers: 'connect', address: phone.serial },
      ],
    });
  });

  test('refuses a computer that it does not know, a wrong code and a closed dialog, each with its next step', async () => {
    const wifi = wifiOf(server.port);
    assert.deepEqual((await failure(wifi.connect(phone.serial, never))).slice(0, 2), [
      'wifi-connect-failed',
      `The phone at ${phone.serial} does not know this computer.`,
    ]);
    const [code, message, next] = await failure(wifi.pair(pairing, '000000', never));
    assert.deepEqual([code, message], ['wifi-pairing-failed', `The phone at ${pairing} did not take the pairing code.`]);
    assert.match(next, /another code and another port/);
    server.echoes = true;
    assert.match((await failure(wifi.pair(pairing, CODE, never)))[1], /failed: Failed: … is refused\.$/);
    server.echoes = false;
    const elsewhere = `127.0.0.1:${await freePort()}`;
    assert.equal((await failure(wifi.pair(elsewhere, CODE, never)))[1], `No phone waits for a pairing at ${elsewhere}.`);
  });

  test('is paired by its code, and connected at the port that it announces', async () => {
    server.isAnnounced = false;
    const wifi = wifiOf(server.port);
    assert.equal(await wifi.pair(pairing, CODE, never), phone.serial);
    assert.ok(server.asked.includes(`host:connect:${phone.serial}`));
    const { stdout } = await phone.server.adb(['devices']);
    assert.match(stdout, new RegExp(`^${phone.serial}\\s+device$`, 'm'));
    assert.equal(await wifi.connect(phone.serial, never), phone.serial, 'already connected');
  });

  test('that is paired but does not connect is not to be paired again', async () => {
    await phone.server.adb(['disconnect', phone.serial]);
    server.forget();
    server.refusal = `failed to authenticate to ${phone.serial}`;
    const [code, message, next] = await failure(wifiOf(server.port).pair(pairing, CODE, never));
    server.refusal = undefined;
    assert.deepEqual(
      [code, message],
      ['wifi-connect-failed', `The phone at ${phone.serial} is paired, but does not connect: failed to authenticate to ${phone.serial}.`],
    );
    assert.match(next, /off and on, and connect again: pairing is done/);
    assert.equal(await wifiOf(server.port).connect(phone.serial, never), phone.serial);
  });

  test('is not found where the search is off, which is said', async () => {
    server.check = 'ERROR: mdns discovery disabled';
    const { services, problem } = await wifiOf(server.port).services(never);
    assert.deepEqual([services, problem], [[], 'the adb server’s network search is off or fails']);
  });
});

test('the command line connects a phone by its address, or says why not', async (t) => {
  const launch = (): Promise<never> => Promise.reject(new Error('no app is started in these tests'));
  const phone = await connectPhone({ android: '14', launch });
  t.after(() => phone.stop());
  await phone.server.adb(['disconnect', phone.serial]);
  const server = ['--adb-server', `127.0.0.1:${phone.server.port}`];
  const closed = `127.0.0.1:${await freePort()}`;
  const failed = await runCommand(['devices', '--connect', closed, ...server], { folder: tmpdir() });
  assert.equal(failed.code, 1);
  assert.match(failed.said, new RegExp(`Nothing answers at ${closed}[^]*wifi-connect-failed`));
  const { code, out } = await runCommand(['devices', '--connect', phone.serial, ...server], { folder: tmpdir() });
  assert.equal(code, 0);
  assert.match(out, new RegExp(`^${phone.serial} +Laglens Simulated Phone 14`, 'm'));
});

test('an address that would be another request never gets to adb', async (t) => {
  const other = await OtherAdbServer.start(41);
  t.after(() => other.stop());
  for (const address of ['phone', 'a:1\nhost:kill', 'a:b:1', '', 'a:0', 'a:65536']) {
    await assert.rejects(wifiOf(other.port).connect(address, never), RangeError);
    await assert.rejects(wifiOf(other.port).pair(address, CODE, never), RangeError);
  }
  assert.deepEqual([...new Set(other.asked)], ['host:version']);
});

for (const { version, command } of adbVersions) {
  test(`adb ${version} refuses in the words that are known`, async (t) => {
    const server = await AdbServer.start(await command());
    t.after(() => server.stop());
    const wifi = wifiOf(server.port);
    const closed = `127.0.0.1:${await freePort()}`;
    const isOld = version.startsWith('29');
    assert.deepEqual(
      (await failure(wifi.pair(closed, CODE, never))).slice(0, 2),
      isOld
        ? ['wifi-unsupported', 'This adb server cannot pair phones: it is older than Wireless debugging.']
        : ['wifi-pairing-failed', `No phone waits for a pairing at ${closed}.`],
    );
    assert.equal((await failure(wifi.connect(closed, never)))[1], `Nothing answers at ${closed}.`);
    // RFC 6761: never resolved.
    assert.equal((await failure(wifi.connect('phone.invalid:5555', never)))[1], 'The phone at phone.invalid:5555 is not reached.');
    const { services, problem } = await wifi.services(never);
    assert.deepEqual(services, []);
    assert.equal(problem, isOld ? 'this adb server does not search the network' : 'the adb server’s network search is off or fails');
  });
}
