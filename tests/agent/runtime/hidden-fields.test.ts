import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { compileWithMock } from '../sanitized.ts';

const execute = promisify(execFile);

// An app on Android 9 with StrictMode's detectNonSdkApiUsage and penaltyDeath ends at a look-up of a hidden field.
test('a hidden field is looked up only where a thread without Java frames may: from Android 10 on', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-hidden-fields-'));
  t.after(() => rm(folder, { recursive: true }));
  const program = await compileWithMock('hidden-fields', folder);
  const asked = async (api: number): Promise<readonly string[]> =>
    (await execute(program, [String(api)], { timeout: 60_000 })).stdout.trim().split('\n');
  assert.deepEqual(await asked(28), ['SDK_INT I']);
  for (const api of [29, 37]) assert.deepEqual(await asked(api), ['SDK_INT I', 'nativePeer J']);
});
