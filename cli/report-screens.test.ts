import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { idle, ms } from '../tests/core/analyzed-app.ts';
import { sessionBytes } from '../tests/core/memory-session.ts';
import { SCRIPT_START_US, scriptedApp } from '../tests/core/scripted-app.ts';
import { runCommand } from '../tests/host/run-command.ts';

const shop = 'com.example.shop';
let folder = '';
let path = '';

/** Two lags, the first of them on a screen. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens report '));
  path = join(folder, 'screens.laglens');
  const lags = [
    idle(500 * ms),
    { kind: 'message', us: 600 * ms },
    idle(400 * ms),
    { kind: 'message', us: 120 * ms },
    idle(400 * ms),
  ] as const;
  const messages = [
    ...scriptedApp(lags),
    { type: 'string', id: 901, text: `${shop}.CartActivity` },
    { type: 'screen', atUs: SCRIPT_START_US + 800 * ms, id: 5, name: 901, kind: 1, shown: 1 },
    { type: 'screen', atUs: SCRIPT_START_US + 1_200 * ms, id: 5, name: 901, kind: 1, shown: 0 },
  ] as const;
  await writeFile(path, await sessionBytes(messages));
});
after(() => rm(folder, { recursive: true, force: true }));

const laglens = (...args: readonly string[]) => runCommand(args, { folder });

test('a lag says on which screen it was', async () => {
  const { out } = await laglens('report', path);
  assert.equal(out.split('\n').filter((line) => line === `      on ${shop}.CartActivity`).length, 1, out);
  const { lags } = JSON.parse((await laglens('report', path, '--json')).out);
  assert.deepEqual(
    lags.map((lag: { screen: unknown }) => lag.screen),
    [`${shop}.CartActivity`, null],
  );
});

test('with --screen only its lags are listed, and the screens are named if it has none', async () => {
  const { lags: all } = JSON.parse((await laglens('report', path, '--json')).out);
  const ids = async (name: string) =>
    JSON.parse((await laglens('report', path, '--json', '--screen', name)).out).lags.map((lag: { id: string }) => lag.id);
  for (const name of ['CartActivity', `${shop}.CartActivity`]) assert.deepEqual(await ids(name), [all[0].id], name);
  const { out } = await laglens('report', path, '--screen', 'CartActivity');
  assert.ok(out.includes(', on CartActivity; 1 on other screens'), out);
  assert.deepEqual(await ids('FeedActivity'), []);
  const nowhere = await laglens('report', path, '--screen', 'FeedActivity');
  assert.ok(nowhere.out.includes('No lag over 100 ms was on FeedActivity; elsewhere: 2. Screens with lags: CartActivity.'), nowhere.out);
  // Compared with itself: the other screen's lag is not gone.
  const compared = await laglens('report', path, '--screen', 'CartActivity', '--baseline', path);
  assert.ok(!compared.out.includes('gone'), compared.out);
});
