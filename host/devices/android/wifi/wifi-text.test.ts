import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServices } from './mdns-services.ts';
import { pairingCode, wifiAddress } from './wifi-address.ts';

test('an address is HOST:PORT, with a name, IPv4, or IPv6 in brackets', () => {
  for (const address of ['192.168.1.7:40123', 'phone.local:5555', '[fe80::1%wlan0]:37000', 'a:1', 'a:65535']) {
    assert.equal(wifiAddress(` ${address} `), address);
  }
  for (const text of [
    '',
    'phone',
    ':5555',
    'phone:',
    'phone:0',
    'phone:65536',
    'a b:1',
    'a:1:2',
    'fe80::1:5555',
    '.a:1',
    'a\n:1',
    'a:+1',
  ]) {
    assert.equal(wifiAddress(text), undefined, text);
  }
});

test('a pairing code is six digits, as people write them', () => {
  assert.equal(pairingCode(' 314 159 '), '314159');
  for (const text of ['', '31415', '3141592', '31415a', '314:59']) assert.equal(pairingCode(text), undefined, text);
});

test('services of adb are read with and without the last dot; others and damaged ones are left', () => {
  const text = [
    'adb-R5-abc\t_adb-tls-connect._tcp\t192.168.1.7:40123',
    'studio-x\t_adb-tls-pairing._tcp.\t192.168.1.7:37001',
    'adb-OLD\t_adb._tcp\t192.168.1.8:5555',
    'printer\t_ipp._tcp\t192.168.1.9:631',
    'constructor\tconstructor\t192.168.1.9:631',
    'adb-bad\t_adb-tls-connect._tcp\t192.168.1.7:99999',
    '\t_adb-tls-connect._tcp\t192.168.1.7:1',
    `${'x'.repeat(200)}\t_adb-tls-connect._tcp\t192.168.1.7:2`,
    'adb-R5-abc\t_adb-tls-connect._tcp\t192.168.1.7:40123',
    'no tabs',
  ].join('\n');
  assert.deepEqual(parseServices(text), [
    { name: 'adb-R5-abc', offers: 'connect', address: '192.168.1.7:40123' },
    { name: 'studio-x', offers: 'pairing', address: '192.168.1.7:37001' },
    { name: 'adb-OLD', offers: 'connect', address: '192.168.1.8:5555' },
  ]);
  const many = Array.from({ length: 500 }, (_, at) => `adb-${at}\t_adb-tls-connect._tcp\t10.0.0.1:${at + 1}`).join('\n');
  assert.equal(parseServices(many).length, 100);
});
