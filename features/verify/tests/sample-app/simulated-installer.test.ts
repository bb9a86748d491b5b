import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { storedZip } from '../../../../device-agents/build/stored-zip.ts';
import { unzip } from '../../../../tests/house/zip.ts';
import { StandInApp } from '../../../../tests/simulated/android/android-stand-in-app.ts';
import { readApk } from '../../../../tests/simulated/android/apk/read-apk.ts';
import { connectPhone, type Phone } from '../../../../tests/simulated/android/simulated-phone.ts';
import { SAMPLE_APP } from '../../host/sample-app.ts';
import { files } from './sample-phone.ts';

const execute = promisify(execFile);
let folder: string;
let apk: string;
let phone: Phone<StandInApp>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-installer-'));
  apk = await files.existing('laglens-sample.apk');
  phone = await connectPhone({ android: '9', launch: async (agent) => new StandInApp(agent) });
});
after(async () => {
  await phone.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the simulated phone reads an APK as aapt and apksigner do', async () => {
  const read = readApk(await readFile(apk));
  const { stdout: badging } = await execute('aapt', ['dump', 'badging', apk]);
  const said = (pattern: RegExp): string => pattern.exec(badging)?.[1] ?? '';
  assert.equal(read.name, said(/^package: name='([^']*)'/m));
  assert.equal(read.versionCode, Number(said(/versionCode='(\d+)'/)));
  assert.equal(read.versionName, said(/versionName='([^']*)'/));
  assert.equal(read.minSdk, Number(said(/^sdkVersion:'(\d+)'/m)));
  assert.equal(read.targetSdk, Number(said(/^targetSdkVersion:'(\d+)'/m)));
  assert.equal(read.debuggable, /^application-debuggable$/m.test(badging));
  // aapt writes whole names.
  assert.deepEqual(
    read.launchers.map((name) => (name.startsWith('.') ? read.name + name : name)),
    [said(/^launchable-activity: name='([^']*)'/m)],
  );
  const { stdout: certificates } = await execute('apksigner', ['verify', '--print-certs', '--min-sdk-version', '28', apk]);
  assert.equal(read.signer, /certificate SHA-256 digest: ([0-9a-f]{64})/.exec(certificates)?.[1]);
});

/** The words of `adb install` about a file. */
async function installed(bytes: Uint8Array, ...options: readonly string[]): Promise<string> {
  const path = join(folder, 'one.apk');
  await writeFile(path, bytes);
  const { stdout, stderr } = await phone.adb('install', ...options, path);
  return stdout + stderr;
}

test('adb’s own installs and uninstalls pass, by a stream and by a copy', async () => {
  const bytes = await readFile(apk);
  assert.match(await installed(bytes), /^Performing Streamed Install\nSuccess$/m);
  assert.match((await phone.adb('shell', 'pm', 'path', SAMPLE_APP)).stdout, /^package:\/data\/app\/.*\/base\.apk$/m);
  assert.match((await phone.adb('shell', 'run-as', SAMPLE_APP, 'ls')).stdout, /^code_cache$/m);
  assert.match(await installed(bytes), /Failure \[INSTALL_FAILED_ALREADY_EXISTS: /);
  assert.match(await installed(bytes, '--no-streaming', '-r'), /^Success$/m);
  assert.equal((await phone.adb('uninstall', SAMPLE_APP)).stdout, 'Success\n');
  assert.match((await phone.adb('uninstall', SAMPLE_APP)).stderr, /DELETE_FAILED_INTERNAL_ERROR/);
});

test('an APK without a signature, a cut one and an older one are refused in Android’s words', async () => {
  const bytes = await readFile(apk);
  const entries = [...unzip(bytes)].map(([name, content]) => ({ name, bytes: content }));
  assert.match(await installed(storedZip(entries)), /Failure \[INSTALL_PARSE_FAILED_NO_CERTIFICATES: /);
  assert.match(await installed(bytes.subarray(0, 9_000)), /Failure \[INSTALL_PARSE_FAILED_NOT_APK: /);
  await installed(bytes);
  const app = phone.system.packages.get(SAMPLE_APP);
  assert.ok(app);
  app.versionCode = 2;
  assert.match(await installed(bytes, '-r'), /Failure \[INSTALL_FAILED_VERSION_DOWNGRADE/);
  assert.match(await installed(bytes, '-r', '-d'), /^Success$/m);
});
