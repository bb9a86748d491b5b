import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../../core/analysis/lags/app-limits.ts';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { sessionFile, streamBytes } from '../../../tests/core/memory-session.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { OpenFiles } from '../../page/open-files.ts';
import { baselineOfFile } from './baseline-thread.ts';

const cart = 'com.example.shop.Cart.total:12';

test('a thread makes the baseline of a file, with the app classes of the settings', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens baseline '));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'before.laglens');
  const deeds = [idle(500 * ms), message(150 * ms, cart), idle(500 * ms), message(60 * ms, cart), idle(500 * ms)];
  await writeFile(path, (await sessionFile([streamBytes([...scriptedApp(deeds)])], { finish: true })).bytes);
  const appClasses = { packages: [], prefixes: ['com.example.shop'] };
  const wanted = { path, title: 'before', session: path, thresholdUs: 100 * ms, limits: DEFAULT_LIMITS, appClasses, run: undefined };
  const read = await baselineOfFile(wanted, new OpenFiles(), new AbortController().signal);
  assert.ok(read !== undefined && 'baseline' in read);
  const { groups, title, session } = read.baseline;
  assert.deepEqual(
    [title, session, groups.map(({ key, durationsUs }) => [key, durationsUs.length])],
    ['before', path, [['main|com.example.shop.Cart.total', 1]]],
  );
  assert.equal(await baselineOfFile(wanted, new OpenFiles(), AbortSignal.abort()), undefined);
});
