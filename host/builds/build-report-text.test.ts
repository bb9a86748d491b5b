import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remotePlace, searchedIn } from './build-report-text.ts';

test('a remote folder of which builds have no copy is named first, with a reason and what to do', () => {
  const places = [
    remotePlace('shop', ['libshop.so is too large to be copied (300 MB).', 'b']),
    ...Array.from({ length: 9 }, (_, at) => `/place ${at}`),
  ];
  assert.match(
    searchedIn(places),
    /^Searched: not all of the remote folder shop \(libshop\.so is too large to be copied \(300 MB\); and 1 more; choose it with Locate…\); \/place 0;/,
  );
  assert.match(remotePlace('shop', ['a.']), /shop \(a; choose it/);
});
