import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SymbolRow } from '../../core/analysis/frames/symbol-rows.ts';
import { missingSentence } from './build-banner.ts';

function row(path: string, why: string): SymbolRow {
  const facts = {
    run: 0,
    image: 1,
    confidence: 0,
    why,
    file: '',
    foundBy: '',
    foundId: '',
    neededId: '6F1C',
    builtMs: 0,
    bytes: 0,
    tookUs: 0,
  };
  return { run: 0, image: path === '' ? 0 : 1, path, id: '6F1C', facts };
}

test('a missing build is named by its file’s name, not by its path on the device', () => {
  const path = '/private/var/containers/Bundle/Application/6F1C-4A2E/Shop $& 1.app/Shop $& 1';
  assert.equal(
    missingSentence(row(path, `No local file has the id 6F1C of ${path}. Nothing was searched. Build it here.`)),
    'No local file has the id 6F1C of Shop $& 1. Nothing was searched. Build it here.',
  );
});

test('what is said of the app’s classes, which have no path, stays as it is', () => {
  assert.equal(missingSentence(row('', 'No mapping has this id.')), 'No mapping has this id.');
  assert.equal(missingSentence({ ...row('/a/b', ''), facts: undefined }), '');
});
