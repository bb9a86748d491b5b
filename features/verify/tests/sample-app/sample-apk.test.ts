import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildSampleApk } from '../../../../device-agents/build/sample-apk.ts';
import { agentsRoot, sources } from '../../../../device-agents/build/sources.ts';
import { sampleKinds } from '../../core/sample-truth.ts';

const apk = join(agentsRoot, 'prebuilt', 'laglens-sample.apk');
const LARGEST = 64 << 10;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens-sample-apk-'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function said(command: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { maxBuffer: 1 << 24 })).stdout;
}

test('the shipped sample app is built from its sources, byte by byte', async () => {
  const again = join(folder, 'again.apk');
  await buildSampleApk(again, (line) => process.stderr.write(`${line}\n`));
  assert.deepEqual(await readFile(again), await readFile(apk), 'run: node device-agents/build-sample.ts');
});

test('aapt reads a debuggable app for Android 9 and newer, with an activity that starts and without permissions', async (t) => {
  const badging = await said('aapt', 'dump', 'badging', apk);
  assert.match(badging, /^package: name='dev\.laglens\.sample' /m);
  assert.match(badging, /^sdkVersion:'28'\ntargetSdkVersion:'35'$/m);
  assert.match(badging, /^application-debuggable$/m);
  assert.match(badging, /^launchable-activity: name='dev\.laglens\.sample\.SampleActivity'/m);
  assert.doesNotMatch(badging, /uses-permission|testOnly/);
  const { size } = await stat(apk);
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= LARGEST, `${size} bytes`);
});

test('apksigner verifies its signature of scheme v2, by one key for all builds, and zipalign its places', async () => {
  const verified = await said('apksigner', 'verify', '--print-certs', '-v', '--min-sdk-version', '28', apk);
  assert.match(verified, /^Verified using v2 scheme \(APK Signature Scheme v2\): true$/m);
  assert.match(verified, /^Number of signers: 1$/m);
  // Another key would make updates of an installed app fail.
  assert.match(verified, /certificate SHA-256 digest: d1d77ceebb0a6627fc4d8ae0be25381b946b154950d52ab4c70bd40938e3282f$/m);
  await said('zipalign', '-c', '4', apk);
});

test('its parts are stored, as Android 11 and newer want the table of resources', async () => {
  const list = await said('unzip', '-lv', apk);
  const parts = [...list.matchAll(/^ *\d+ +(Stored|Defl:\w) .* (\S+)$/gm)].map(([, method, name]) => `${name} ${method}`);
  assert.deepEqual(parts, ['AndroidManifest.xml Stored', 'resources.arsc Stored', 'classes.dex Stored']);
});

test('dexdump finds the lines that the app measures: all work of a lag is on one line with its place', async () => {
  await said('unzip', '-q', apk, 'classes.dex', '-d', folder);
  const dex = await said('dexdump', '-d', join(folder, 'classes.dex'));
  const own = await sources('sample-app/**/*.java');
  const named = (await Promise.all(own.map((path) => readFile(join(agentsRoot, path), 'utf8')))).flatMap((text) =>
    [...text.matchAll(/super\("(\w+)"\);/g)].map(([, kind]) => kind),
  );
  assert.deepEqual(named.toSorted(), sampleKinds.toSorted());
  for (const [name, work] of Object.entries(works)) {
    const body = methodOf(dex, name);
    const lines = linesWith(body, work);
    assert.equal(new Set(lines).size, 1, `${name}: ${lines}`);
    assert.ok(linesWith(body, 'Place;.here').includes(lines[0] ?? 0), `${name}: ${lines}`);
  }
});

/** The call or instruction of each lag's work. */
const works: Readonly<Record<string, string>> = {
  'Busy.play': 'System;.nanoTime',
  'Sleep.play': 'SystemClock;.sleep',
  'Lock.play': 'monitor-enter',
  'Lock.hold': 'SystemClock;.sleep',
  'LateFrame.play': 'System;.nanoTime',
  'Storm.play': 'Runtime;.gc:',
  'FileRead.play': 'RandomAccessFile;.read:',
  'RemoteCall.play': 'IBinder;.transact',
};

/** dexdump's text of a method. */
function methodOf(dex: string, name: string): string {
  const [simple = '', method = ''] = name.split('.');
  const ofClass = dex.split(/^Class #/m).find((each) => each.includes(`Class descriptor  : 'Ldev/laglens/sample/${simple};'`)) ?? '';
  const found = ofClass.split(/^ +#\d+ +: \(in /m).find((each) => new RegExp(`name +: '${method}'`).test(each));
  assert.ok(found, name);
  return found;
}

/** Source lines of a method's instructions that contain some text. */
function linesWith(method: string, text: string): readonly number[] {
  const positions = [...method.matchAll(/^ +0x([0-9a-f]{4}) line=(\d+)/gm)].map(([, at = '', line]) => [
    Number.parseInt(at, 16),
    Number(line),
  ]);
  const instructions = [...method.matchAll(/^[0-9a-f]{6}: [^|]*\|([0-9a-f]{4}): (.*)$/gm)];
  return instructions
    .filter(([, , words = '']) => words.includes(text))
    .map(([, at = '']) => positions.findLast(([start = 0]) => start <= Number.parseInt(at, 16))?.[1] ?? 0);
}
