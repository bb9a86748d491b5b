import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startDemoApp } from '../../demo-app/start-demo-app.ts';
import { readConnections, watchedEnvironment } from '../../house/connection-log.ts';
import { doMainJob } from '../harness/main-job.ts';
import { withoutPhones } from '../harness/without-phones.ts';

test('the main job on a Java program of this computer, without a connection to anywhere else', async (t) => {
  const scratch = await mkdtemp(join(tmpdir(), 'laglens-e2e-'));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const demo = await startDemoApp({ android: '14', runtime: 'jvm', truthFile: join(scratch, 'truth') });
  t.after(() => demo.stop());

  const noted = join(scratch, 'connections');
  const vscode = { env: watchedEnvironment(noted), settings: await withoutPhones(t) };
  await doMainJob(t, { device: 'This computer', app: 'com.example.shop.Main', demo, vscode });

  const { all, outside } = await readConnections(noted);
  assert.ok(all.some((line) => /^extensionHost unix .*laglens-\d+-/.test(line)));
  assert.deepEqual(
    outside.filter((line) => line.startsWith('extensionHost')),
    [],
  );
});
