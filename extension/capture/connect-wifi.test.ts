import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Deferred } from '../../host/deferred.ts';
import type { WifiDoor, WifiServices } from '../../host/devices/device.ts';
import * as shown from '../../tests/extension/live-pick-window.ts';

shown.useLivePickWindow();
const { connectOverWifi } = await import('./connect-wifi.ts');

const CODE = '314159';
const pairing = { name: 'adb-PIXEL-a1', offers: 'pairing', address: '192.168.1.7:37001' } as const;
const running = { name: 'adb-PIXEL-a1', offers: 'connect', address: '192.168.1.7:40123' } as const;

/** Answers at once; notes what is asked. */
class Door implements WifiDoor {
  readonly asked: string[] = [];
  found: WifiServices = { services: [pairing, running] };
  pairedId: string | undefined = 'adb-PIXEL-a1._adb-tls-connect._tcp';
  failure: Error | undefined;

  async services(): Promise<WifiServices> {
    if (this.failure !== undefined) throw this.failure;
    return this.found;
  }

  async pair(address: string, code: string): Promise<string | undefined> {
    this.asked.push(`pair ${address} ${code}`);
    return this.pairedId;
  }

  async connect(address: string): Promise<string> {
    this.asked.push(`connect ${address}`);
    return address;
  }
}

afterEach(() => {
  shown.typed.length = 0;
  shown.prompts.length = 0;
});

/** Opens the list, and chooses the row with this label and offer once it is there. */
async function choose(door: Door, label: string, report: (error: unknown) => void = (error) => assert.fail(String(error))) {
  const listed = new Deferred<void>();
  const services = door.services.bind(door);
  door.services = () => services().finally(() => setImmediate(() => listed.resolve(undefined)));
  const connected = connectOverWifi(door, report);
  await listed.promise;
  shown.picker.showsRows();
  shown.picker.moveTo(label);
  const labels = shown.picker.items.map((row) => row.label);
  shown.picker.accepted.fire();
  return { labels, connected: await connected };
}

test('a phone with an open pairing dialog is asked for its code only, and is connected then', async () => {
  const door = new Door();
  shown.typed.push('31 41', ' 314 159 ');
  const { labels, connected } = await choose(door, 'adb-PIXEL-a1');
  assert.deepEqual(connected, { id: 'adb-PIXEL-a1._adb-tls-connect._tcp' });
  assert.deepEqual(door.asked, [`pair 192.168.1.7:37001 ${CODE}`]);
  assert.deepEqual(shown.prompts, ['Six digits that the phone shows for 192.168.1.7:37001', 'The code has six digits.']);
  assert.deepEqual(labels, [
    'show a pairing code',
    '$(key) adb-PIXEL-a1',
    'in this network',
    '$(device-mobile) adb-PIXEL-a1',
    'not listed',
    '$(key) Pair with a Code…',
    '$(plug) Connect to an Address…',
  ]);
});

test('a known phone is connected without a question', async () => {
  const door = new Door();
  door.found = { services: [running] };
  assert.deepEqual((await choose(door, 'adb-PIXEL-a1')).connected, { id: running.address });
  assert.deepEqual([door.asked, shown.prompts], [[`connect ${running.address}`], []]);
});

test('without a search in the network address and code are typed; a paired phone that is not found is asked for its other address', async () => {
  const door = new Door();
  door.found = { services: [], problem: 'this adb server does not search the network' };
  door.pairedId = undefined;
  shown.typed.push('192.168.1.7', '192.168.1.7:37001', CODE, '192.168.1.7:40123');
  const { labels, connected } = await choose(door, 'Pair with a Code');
  assert.deepEqual(connected, { id: '192.168.1.7:40123' });
  assert.deepEqual(door.asked, [`pair 192.168.1.7:37001 ${CODE}`, 'connect 192.168.1.7:40123']);
  assert.equal(labels[0], 'this adb server does not search the network');
  assert.ok(shown.prompts.includes('An address is HOST:PORT.'));
});

test('Escape at any question asks adb for nothing', async () => {
  for (const typed of [[], ['192.168.1.7:37001']]) {
    const door = new Door();
    shown.typed.push(...typed);
    assert.equal((await choose(door, 'Pair with a Code')).connected, undefined);
    assert.deepEqual(door.asked, []);
  }
});

test('a failing search is reported, and addresses work nevertheless', async () => {
  const door = new Door();
  door.failure = new Error('no adb');
  const reported: unknown[] = [];
  shown.typed.push('192.168.1.7:5555');
  const { connected } = await choose(door, 'Connect to an Address', (error) => reported.push(error));
  assert.deepEqual(connected, { id: '192.168.1.7:5555' });
  assert.deepEqual(reported, [door.failure]);
});
