import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remotePlaces, searchedIn } from './build-report-text.ts';

test('a remote window says first that its folders are not searched, and what to do', () => {
  assert.deepEqual(remotePlaces([]), []);
  const places = [...remotePlaces(['shop']), ...Array.from({ length: 9 }, (_, at) => `/place ${at}`)];
  assert.match(searchedIn(places), /^Searched: nothing of the remote folder shop \(copy mapping\.txt .* with Locate…\); \/place 0;/);
  assert.match(remotePlaces(['shop', 'lib'])[0] ?? '', /remote folders shop, lib/);
});
