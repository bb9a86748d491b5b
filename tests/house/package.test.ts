import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { root } from './sources.ts';
import { unzip } from './zip.ts';

/** All that a user downloads. Whatever isn't named here must not be in it: no sources, no maps, no tests. */
const allowed = [
  /^extension\.vsixmanifest$|^\[Content_Types\]\.xml$/,
  /^extension\/(package|package\.nls(\.[a-z-]+)?)\.json$/,
  /^extension\/(readme|changelog)\.md$/,
  /^extension\/LICENSE\.txt$/,
  /^extension\/l10n\/[\w.-]+\.json$/,
  /^extension\/dist\/(extension\.cjs|laglens\.cjs|webview\.js|webview\.css|THIRD-PARTY-LICENSES\.txt)$/,
  /^extension\/media\/(icon\.png|tab-[a-z]+\.svg|walkthrough\/[a-z]+\.svg|sample\/shop\.laglens)$/,
  /^extension\/device-agents\/prebuilt\/(arm64-v8a|armeabi-v7a|x86_64)\/liblaglens\.so$/,
  /^extension\/device-agents\/prebuilt\/laglens-hook\.jar$/,
];

const needed = [
  'extension/LICENSE.txt',
  'extension/dist/THIRD-PARTY-LICENSES.txt',
  'extension/dist/extension.cjs',
  'extension/dist/laglens.cjs',
  'extension/dist/webview.js',
  'extension/media/sample/shop.laglens',
  'extension/device-agents/prebuilt/arm64-v8a/liblaglens.so',
  'extension/device-agents/prebuilt/armeabi-v7a/liblaglens.so',
  'extension/device-agents/prebuilt/x86_64/liblaglens.so',
  'extension/device-agents/prebuilt/laglens-hook.jar',
];

test('the .vsix holds what is allowed and all that is needed, in at most 2 MB', async (t) => {
  const archive = await readFile(await buildVsix((line) => t.diagnostic(line)));
  const names = [...unzip(archive).keys()];
  assert.deepEqual(
    names.filter((name) => !allowed.some((pattern) => pattern.test(name))),
    [],
  );
  assert.deepEqual(
    needed.filter((name) => !names.includes(name)),
    [],
  );
  assert.ok(archive.length <= 2e6, `${archive.length} bytes`);
});

test('the lock file names no download addresses: each user’s own registry setting decides', async () => {
  const lock: unknown = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  assert.ok(typeof lock === 'object' && lock !== null && 'packages' in lock && typeof lock.packages === 'object' && lock.packages !== null);
  const entries: [string, unknown][] = Object.entries(lock.packages);
  assert.ok(entries.length > 100);
  const tied = entries.filter(([, entry]) => typeof entry === 'object' && entry !== null && 'resolved' in entry);
  assert.deepEqual(tied, []);
});
