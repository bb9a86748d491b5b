import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameWithApp, sessionName, sessionNameAt } from './session-name.ts';

/** Local time, as people read it. */
const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 10, day, hours, minutes).getTime();
const now = at(22, 18);

/** Name of a capture’s file, in UTC. */
const stored = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-')}_com.example.shop.Main`;

test('a stored session is called by its app and its local time, another by its title', () => {
  const names = [at(22, 6, 46), at(21, 23, 59), at(20, 9)].map((ms) => sessionName(stored(ms), now));
  assert.deepEqual(names, ['shop.Main, today 06:46', 'shop.Main, yesterday 23:59', 'shop.Main, 2026-11-20 09:00']);
  assert.equal(sessionName('noon', now), 'noon');
});

test('an opened file is named with its app, unless its name says it', () => {
  assert.equal(fileNameWithApp('a', 'com.example.shop'), 'com.example.shop · a');
  assert.equal(fileNameWithApp('a', 'com.example.shop.Main'), 'com.example.shop · a');
  assert.equal(fileNameWithApp('a', 'com.example.shop:sync'), 'com.example.shop · a');
  for (const name of ['Sample: shop', 'Shop before', sessionName(stored(at(22, 6, 46)), now)])
    assert.equal(fileNameWithApp(name, 'com.example.shop'), name);
  assert.equal(fileNameWithApp('cart.json', ''), 'cart.json');
  assert.equal(fileNameWithApp('busy.cpuprofile', 'busy.cpuprofile'), 'busy.cpuprofile');
});

test('the date is there once', () => {
  assert.equal(sessionNameAt(stored(at(22, 6, 46)), at(22, 6, 47), now), 'shop.Main, today 06:47');
  assert.equal(sessionNameAt('noon', at(22, 12), now), 'noon, today 12:00');
  assert.equal(sessionNameAt('noon', 0, now), 'noon');
});
