import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkFile, checkOutputs } from '../adb-checks.ts';
import { AdbServer } from '../adb-server.ts';
import { adbVersions } from './adb-versions.ts';
import { RealPhone, realPhoneRefusal } from './real-phone.ts';

// adbd, shell, toybox, users and modes are real here; shell.test.ts and adbd.test.ts of the simulated phone expect the same.

const refusal = await realPhoneRefusal();

for (const { version, command } of adbVersions) {
  describe(`Google’s adbd behind adb ${version}`, { skip: refusal }, () => {
    let phone: RealPhone;
    let server: AdbServer;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'laglens-real-adb-'));
      server = await AdbServer.start(await command());
      phone = await RealPhone.start({ server });
    });
    after(async () => {
      await phone.stop();
      await server.stop();
      await rm(folder, { recursive: true });
    });

    test('the server is of this version', async () => {
      const { stdout } = await phone.server.adb(['version']);
      assert.match(stdout, new RegExp(`^Version ${version.replaceAll('.', '\\.')}`, 'm'));
    });

    test('output, errors and exit codes come apart, input goes in', async () => {
      await checkOutputs(phone);
      assert.equal((await phone.adb('shell', 'kill -9 $$')).code, 137);
    });

    test('a file goes there and back byte for byte, with its time; its group and others get the owner’s rights', () =>
      checkFile(phone, folder, '%s %a %u %g', '3000001 666 2000 2000'));

    test('a file is refused where the shell may not write', async () => {
      await writeFile(join(folder, 'small'), 'x');
      const above = await phone.adb('push', join(folder, 'small'), '/data/local/small');
      assert.equal(above.code, 1);
      assert.match(above.stdout + above.stderr, /remote couldn't create file: Permission denied/);
      const inApp = await phone.adb('push', join(folder, 'small'), '/data/user/0/com.example.shop/small');
      assert.equal(inApp.code, 1);
      assert.match(inApp.stdout + inApp.stderr, /Permission denied/);
    });

    test('the shell is user 2000, and run-as the app’s user in its folder', async () => {
      assert.equal((await phone.adb('shell', 'id -u; pwd')).stdout, '2000\n/\n');
      const inside =
        'run-as com.example.shop sh -c "id -u; pwd; echo x > code_cache/x && ls -ln code_cache/x | cut -c1-24; rm code_cache/x"';
      assert.equal((await phone.adb('shell', inside)).stdout, '10123\n/data/user/0/com.example.shop\n-rw-rw-rw- 1 10123 10123\n');
      for (const [line, words] of [
        ['run-as com.example.none id', 'run-as: unknown package: com.example.none\n'],
        ['run-as android id', 'run-as: package not an application: android\n'],
        ['run-as com.example.bank id', 'run-as: package not debuggable: com.example.bank\n'],
        ['run-as com.example.shop run-as com.example.shop id', 'run-as: exec failed for run-as: Permission denied\n'],
        ['run-as com.example.shop nope', 'run-as: exec failed for nope: No such file or directory\n'],
        ['run-as com.example.shop --user 10 id', "run-as: couldn't stat /data/user/10/com.example.shop: No such file or directory\n"],
      ] as const)
        assert.deepEqual(await phone.adb('shell', line), { code: 1, stdout: '', stderr: words }, line);
    });
  });
}
