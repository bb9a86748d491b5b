import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertNoFootprint } from './own-footprint.ts';

const execute = promisify(execFile);
const script = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url));

test('npm run demo ends by itself with one JSON object, the app’s own lags beside those found, and leaves the session', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-test-'));
  try {
    const { stdout, stderr } = await execute(process.execPath, [script, '--no-editor', '--seconds', '3', '--json'], {
      env: { ...process.env, INIT_CWD: folder },
    });
    const { truth, lags, stops, false: wrong } = JSON.parse(stdout);
    assert.deepEqual(stops, []);
    assert.deepEqual(Object.keys(truth[0]), [
      'kind',
      'startMs',
      'durationMs',
      'platform',
      'ours',
      'culprit',
      'found',
      'foundDurationMs',
      'parts',
      'culpritRight',
      'cause',
      'causeRight',
      'wakerRight',
      'exactWakerRight',
      'placeRight',
    ]);
    for (const kind of ['busy', 'lock']) {
      const lag = truth.find((row: { kind: string }) => row.kind === kind);
      assert.deepEqual([lag.found, lag.culpritRight, lag.causeRight, lag.placeRight], [true, true, true, true], stderr);
      assert.equal(lag.platform, 'real');
    }
    assert.equal(truth.find((row: { kind: string }) => row.kind === 'lock').wakerRight, true, stderr);
    assert.ok(lags.length >= 2);
    assert.equal(typeof wrong, 'number');
    // Said as they happened, too.
    assert.match(stderr, /message .* ImageDecoder\.decode \(ImageDecoder\.java:\d+\)/);
    assert.ok((await stat(join(folder, 'demo.laglens'))).size > 1000);
    await assertNoFootprint(join(folder, 'demo.laglens'));
  } finally {
    await rm(folder, { recursive: true });
  }
});

for (const device of ['simulator', 'iphone']) {
  test(`npm run demo records the app for iOS on a simulated ${device}, with the functions of its dSYM`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-test-'));
    try {
      const { stdout, stderr } = await execute(process.execPath, [script, '--device', device, '--no-editor', '--seconds', '4', '--json'], {
        env: { ...process.env, INIT_CWD: folder },
      });
      const { truth } = JSON.parse(stdout);
      // Visitor/visitor.m: these come first.
      for (const kind of ['busy', 'lock']) {
        const lag = truth.find((row: { kind: string }) => row.kind === kind);
        assert.deepEqual([lag?.found, lag?.culpritRight], [true, true], stderr);
        assert.ok(Math.abs(lag.foundDurationMs - lag.durationMs) <= 50, stderr);
      }
      await assertNoFootprint(join(folder, 'demo.laglens'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

test('no report or export of the demo on a phone names the agent’s own code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-test-'));
  try {
    await execute(process.execPath, [script, '--device', 'phone', '--no-editor', '--seconds', '3', '--json'], {
      env: { ...process.env, INIT_CWD: folder },
    });
    await assertNoFootprint(join(folder, 'demo.laglens'));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('npm run demo says what it does not understand', async () => {
  await assert.rejects(execute(process.execPath, [script, '--device', 'toaster']), (error: { code: number; stderr: string }) => {
    assert.equal(error.code, 1);
    assert.match(error.stderr, /^--device is one of jvm, phone, .*, not toaster\./);
    return true;
  });
});
