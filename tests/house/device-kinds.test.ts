import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { deviceKinds } from '../../core/wire/schema/device-kinds.ts';
import { matches, type SourceFile, sourceFiles } from './project-sources.ts';

/** Where a kind of device has its facts; docs/developing.md names them. */
const tables = ['core/wire/schema/device-kinds.ts', 'host/devices/device-kinds.ts', 'extension/capture/device-kinds.ts'];
const names = Object.keys(deviceKinds).join('|');

let files: readonly SourceFile[];

before(async () => {
  const inProduct = /^(?:core|protocol|host|extension|cli|webview|scripts)\/.*(?<!\.test|\.d)\.ts$/;
  // Profiles name operating systems; a kind's own folder speaks of itself.
  const inOwnFolder = new RegExp(`^host/devices/(?:${names})/`);
  files = await sourceFiles((path) => inProduct.test(path) && !inOwnFolder.test(path) && !tables.includes(path));
});

test('no device is compared with the name of a kind: its facts are in tables', () => {
  // The operating system that an agent names is another thing.
  const compared = new RegExp(`(?<!\\bos) [!=]== '(?:${names})'|\\bcase '(?:${names})'|'(?:${names})' [!=]==`);
  assert.deepEqual(matches(files, compared), []);
});

test('kinds are listed in their tables alone', () => {
  assert.deepEqual(matches(files, new RegExp(`'(?:${names})', (?:.*, )?'simulator'|'simulator', (?:.*, )?'(?:${names})'`)), []);
});
