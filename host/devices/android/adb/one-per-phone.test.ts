import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onePerPhone } from './one-per-phone.ts';
import { parseDevices } from './tracking.ts';

// tests/simulated/android/real/listed-once.test.ts has the same list by the real adb.

const left = (text: string): readonly string[] => onePerPhone(parseDevices(text)).map(({ serial }) => serial);
const others = (text: string): readonly (string | undefined)[] => onePerPhone(parseDevices(text)).map(({ otherSerial }) => otherSerial);

it('a phone at port 5555 of this computer is one row, the one that adb finds by itself', () => {
  const both = 'emulator-5554 device transport_id:1\n127.0.0.1:5555 device transport_id:2\n';
  assert.deepEqual(left(both), ['emulator-5554']);
  assert.deepEqual(others(both), ['127.0.0.1:5555']);
  assert.deepEqual(left(both.replace('127.0.0.1', 'localhost')), ['emulator-5554']);
  assert.deepEqual(left(both.split('\n').reverse().join('\n')), ['emulator-5554']);
});

it('of the two rows the usable one stays', () => {
  assert.deepEqual(left('emulator-5554 offline\n127.0.0.1:5555 device\n'), ['127.0.0.1:5555']);
  assert.deepEqual(others('emulator-5554 offline\n127.0.0.1:5555 device\n'), ['emulator-5554']);
  assert.deepEqual(left('emulator-5554 unauthorized\n127.0.0.1:5555 offline\n'), ['emulator-5554']);
});

it('other phones keep their rows', () => {
  const serials = ['emulator-5554', 'emulator-5556', '127.0.0.1:5556', '127.0.0.1:5559', '192.168.1.20:5555', 'R58M123ABC', 'emulator-x'];
  const text = serials.map((serial) => `${serial} device\n`).join('');
  assert.deepEqual(left(text), serials);
  assert.deepEqual(new Set(others(text)), new Set([undefined]));
});
