import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedObject } from './awaited-object.ts';

test('an awaited file of the app is named from the app’s own folder on', () => {
  const container = 'Containers/Data/Application/E9D1B0A8-024A-43B4-879D-0F9ADD1C1F8B';
  const named = (objectClass: string): string => namedObject({ function: 'pread', objectClass });
  assert.equal(named(`/var/mobile/${container}/tmp/catalog.bin`), 'tmp/catalog.bin');
  assert.equal(named(`/Users/ada/Library/Developer/CoreSimulator/Devices/8E0F/data/${container}/Documents/a.db`), 'Documents/a.db');
  assert.equal(named('/System/Library/Fonts/a.ttf'), '/System/Library/Fonts/a.ttf');
  assert.equal(named('0x0000005500828314'), '', 'an address is no name');
  assert.equal(namedObject({ objectClass: 'java.util.ArrayList' }), 'java.util.ArrayList');
});
