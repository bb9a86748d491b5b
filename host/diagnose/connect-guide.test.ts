import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorCode } from '../../core/errors.ts';
import type { DeviceRow } from '../devices/device.ts';
import { problemRow } from '../devices/problem-row.ts';
import { connectionOf } from './connect-guide.ts';

const pixel: DeviceRow = { id: 'R58', kind: 'android', name: 'Pixel 8', detail: 'Android 14', canLaunch: true };
const computer: DeviceRow = { id: 'jvm', kind: 'jvm', name: 'This computer', detail: '', canLaunch: false };
const none = problemRow('android', 'Android devices', { code: 'device-none', why: 'no phone', next: 'Plug one in.' });
const any = { wanted: undefined, remote: undefined };
const broken = (code: ErrorCode, name = 'Nexus'): DeviceRow => ({
  ...{ ...pixel, id: name, name },
  problem: { code, why: `${code} of ${name}`, next: 'Mend it.' },
});

test('without a phone the first step is the current one, and a Java program of this computer changes nothing', () => {
  assert.deepEqual(connectionOf([none, computer], any), { guide: { current: 'cable' } });
  assert.deepEqual(connectionOf([], any), { guide: { current: 'cable' } });
});

test('a usable phone is ready, whatever others lack', () => {
  assert.deepEqual(connectionOf([broken('device-unauthorized'), pixel], any), { ready: pixel });
});

const steps = [
  ['device-unauthorized', 'allow'],
  ['device-locked', 'allow'],
  ['device-developer-mode', 'debugging'],
  ['device-offline', 'cable'],
  ['device-wifi', 'cable'],
] as const;
for (const [code, current] of steps) {
  test(`a phone with the problem ${code} makes “${current}” the current step, which names it`, () => {
    const obstacle = { name: 'Nexus', why: `${code} of Nexus`, next: 'Mend it.', actions: [] };
    assert.deepEqual(connectionOf([broken(code)], any), { guide: { current, obstacle } });
  });
}

test('of several phones the one that needs the fewest steps is named', () => {
  const connection = connectionOf([broken('device-offline', 'Old'), broken('device-unauthorized', 'New')], any);
  assert.ok(connection !== undefined && 'guide' in connection);
  assert.equal(connection.guide.obstacle?.name, 'New');
});

test('no step makes a phone usable that is too old', () => {
  assert.equal(connectionOf([broken('device-too-old')], any), undefined);
});

test('where one device is wanted, another one is not ready in its place, and nobody is taught to connect a phone', () => {
  assert.equal(connectionOf([pixel], { ...any, wanted: 'R99' }), undefined);
  assert.deepEqual(connectionOf([pixel], { ...any, wanted: 'Pixel 8' }), { ready: pixel });
  assert.deepEqual(connectionOf([none], { ...any, wanted: 'R99' }), { guide: { current: 'cable' } });
});

test('adb that is missing is named with a way to locate it', () => {
  const row = problemRow('android', 'Android devices', { code: 'adb-not-found', why: 'No adb.', next: 'Install it.' });
  const obstacle = { name: '', why: 'No adb.', next: 'Install it.', actions: ['locateAdb', 'setAdbPath'] };
  assert.deepEqual(connectionOf([row], any), { guide: { current: 'cable', obstacle } });
});

test('a window on another computer gets its advice apart from the steps', () => {
  const connection = connectionOf([none], { ...any, remote: 'ssh-remote' });
  assert.ok(connection !== undefined && 'guide' in connection);
  assert.match(connection.guide.elsewhere ?? '', /RemoteForward/);
  assert.equal(connection.guide.obstacle, undefined);
});

test('a simulator that is shut down is no phone, and one that runs is ready', () => {
  const simulator: DeviceRow = { ...pixel, id: 'S1', kind: 'simulator', name: 'iPhone 16' };
  assert.deepEqual(connectionOf([{ ...broken('device-unusable', 'S1'), kind: 'simulator', canBoot: true }], any), {
    guide: { current: 'cable' },
  });
  assert.deepEqual(connectionOf([simulator], any), { ready: simulator });
});
