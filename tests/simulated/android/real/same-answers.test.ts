import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { AdbServer } from '../adb-server.ts';
import { StandInApp } from '../android-stand-in-app.ts';
import { connectPhone, type Phone } from '../simulated-phone.ts';
import { until } from '../until.ts';
import { adbVersions } from './adb-versions.ts';
import { comparedLines } from './compared-lines.ts';
import { RealPhone, realPhoneRefusal } from './real-phone.ts';

// What the simulated phone answers is held against Android's own shell and tools on the real one.

const refusal = await realPhoneRefusal();

describe('the simulated shell answers as Android’s own', { skip: refusal }, () => {
  let real: RealPhone;
  let simulated: Phone<StandInApp>;
  let folder: string;
  before(async () => {
    real = await RealPhone.start();
    simulated = await connectPhone({ android: '14', server: real.server, launch: async (agent) => new StandInApp(agent) });
    folder = await mkdtemp(join(tmpdir(), 'laglens-same-answers-'));
    await writeFile(join(folder, 's'), 'hi', { mode: 0o600 });
    await writeFile(join(folder, 'program'), '#!/system/bin/sh\necho "program $1"\n', { mode: 0o755 });
    for (const phone of [real, simulated])
      for (const name of ['s', 'program']) await phone.adb('push', join(folder, name), `/data/local/tmp/${name}`);
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await simulated.stop();
    await real.stop();
  });

  for (const { version, command } of adbVersions) {
    test(`adb ${version} sees the same features, and pushes and pulls the same bytes`, async (t) => {
      const server = await AdbServer.start(await command());
      t.after(() => server.stop());
      const answers: unknown[] = [];
      const bytes = Buffer.concat([randomBytes(100_000), Buffer.alloc(200_000, 'compressible ')]);
      await writeFile(join(folder, 'sent'), bytes);
      for (const { serial } of [real, simulated]) {
        const adb = (...args: readonly string[]) => server.adb(['-s', serial, ...args]);
        await until(
          'adb to connect',
          async () => (await server.adb(['connect', serial])) && (await adb('get-state')).stdout === 'device\n',
        );
        const { stdout } = await adb('features');
        await adb('push', join(folder, 'sent'), '/data/local/tmp/deep/er/sent');
        await adb('pull', '/data/local/tmp/deep/er/sent', join(folder, 'back'));
        const facts = await adb('shell', 'stat -c "%a %s" /data/local/tmp/deep /data/local/tmp/deep/er/sent; rm -r /data/local/tmp/deep');
        assert.ok(bytes.equals(await readFile(join(folder, 'back'))));
        await rm(join(folder, 'back'));
        answers.push({ features: stdout.trim().split('\n').sort(), facts });
      }
      assert.deepEqual(answers[1], answers[0]);
    });
  }

  for (const [group, lines] of Object.entries(comparedLines)) {
    describe(group, () => {
      for (const line of lines) {
        test(line, async () => {
          const expected = await real.adb('shell', line);
          assert.deepEqual(await simulated.server.adb(['-s', simulated.serial, 'shell', line], '', AbortSignal.timeout(10_000)), {
            ...expected,
            stderr: androids(expected.stderr),
          });
        });
      }
    });
  }
});

/** Debian's shell marks errors and warnings, calls itself /bin/sh, and has newer words for files that it cannot open. */
function androids(words: string): string {
  return words
    .replace(/^[EW]: /gm, '')
    .replace(/^\/bin\/sh: /gm, '/system/bin/sh: ')
    .replace(/^(\S+: )(\S+): (create|open): /gm, "$1can't $3 $2: ");
}
