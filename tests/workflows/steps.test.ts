import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Message } from '../../core/wire/schema.ts';
import { idle, message, ms } from '../core/analyzed-app.ts';
import { sessionBytes } from '../core/memory-session.ts';
import { scriptedApp } from '../core/scripted-app.ts';
import { root } from '../house/project-sources.ts';

let folder: string;
let bin: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens steps '));
  bin = join(folder, 'bin');
  await mkdir(bin);
  await writeFile(join(folder, 'laggy.laglens'), await sessionBytes(app(300)));
  await writeFile(join(folder, 'smooth.laglens'), await sessionBytes(app(20)));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Ten messages of one length, a second apart. */
function app(lengthMs: number): readonly Message[] {
  const one = [idle((1_000 - lengthMs) * ms), message(lengthMs * ms, 'dev.laglens.sample.SampleActivity.lag:34')];
  return scriptedApp([...Array.from({ length: 10 }, () => one).flat(), idle(1_000 * ms)]);
}

/** Puts a program into the PATH that notes its arguments, then does as `script` says. */
async function standIn(name: string, script = ''): Promise<void> {
  const note = `printf '%s\\n' "${name} $*" >>'${join(folder, 'calls')}'`;
  await writeFile(join(bin, name), `#!/usr/bin/env bash\n${note}\n${script}\n`, { mode: 0o755 });
}

/** `laglens record` copies a session, the rest is the checkout's command line. */
const npm = (session: string): string => `
[ "$1 $2 $3 $4" = 'run -s laglens --' ] || exit 97
shift 4
case "$1" in
  devices) ;;
  verify) echo '{}' >"\${@: -1}" ;;
  record) cp '${join(folder, session)}' "\${@: -1}" ;;
  *) exec node '${join(root, 'cli', 'main.ts')}' "$@" ;;
esac`;

interface Done {
  readonly code: number;
  readonly out: string;
  /** Lines of what stand-ins noted. */
  readonly calls: readonly string[];
}

/** Runs a file of scripts/ci in a new folder. */
async function step(name: string, args: readonly string[] = [], more: NodeJS.ProcessEnv = {}): Promise<Done & { readonly cwd: string }> {
  const cwd = await mkdtemp(join(folder, 'job '));
  await rm(join(folder, 'calls'), { force: true });
  const PATH = [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
  const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(
      'bash',
      [join(root, 'scripts', 'ci', name), ...args],
      { cwd, env: { PATH, HOME: folder, ...more } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr });
      },
    );
  });
  const calls = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
  return { code, out, calls: calls.split('\n').slice(0, -1), cwd };
}

test('KVM is opened by a rule of udev', async () => {
  await standIn('sudo', '[ "$1" = tee ] && exec cat >"$SUDO_INPUT"; true');
  const rule = join(folder, 'rule');
  const { code, calls } = await step('allow-kvm.sh', [], { SUDO_INPUT: rule });
  assert.equal(code, 0);
  assert.deepEqual(calls, [
    'sudo tee /etc/udev/rules.d/99-laglens-kvm.rules',
    'sudo udevadm control --reload-rules',
    'sudo udevadm trigger --name-match=kvm',
  ]);
  assert.equal(await readFile(rule, 'utf8'), 'KERNEL=="kvm", GROUP="kvm", MODE="0666", OPTIONS+="static_node=kvm"\n');
});

test('an emulator’s recording passes if it has the sample’s lags, and is kept', async () => {
  await standIn('adb', '[ "$1" = get-serialno ] && echo emulator-5554; true');
  await standIn('npm', npm('laggy.laglens'));
  const { code, out, calls, cwd } = await step('record-emulator.sh', ['sample.apk']);
  assert.equal(code, 0, out);
  assert.deepEqual(calls.slice(0, 4), [
    'adb install -r sample.apk',
    'adb get-serialno',
    'npm run -s laglens -- devices --apps',
    'npm run -s laglens -- record --device emulator-5554 --app dev.laglens.sample --launch --seconds 20 -o captures/emulator-5554.laglens',
  ]);
  const report = 'captures/emulator-5554.field-report.json';
  assert.ok(calls.includes(`npm run -s laglens -- verify --device emulator-5554 --app dev.laglens.sample -o ${report}`), calls.join('\n'));
  assert.match(out, /SampleActivity\.lag/);
  assert.deepEqual((await readdir(join(cwd, 'captures'))).sort(), ['emulator-5554.field-report.json', 'emulator-5554.laglens']);
});

test('a recording without lags, or a failing command, fails the job', async () => {
  await standIn('adb', '[ "$1" = get-serialno ] && echo emulator-5554; true');
  await standIn('npm', npm('smooth.laglens'));
  const smooth = await step('record-emulator.sh', ['sample.apk']);
  assert.equal(smooth.code, 1);
  assert.match(smooth.out, /The recording has to have lags; the budget without any gave 0\./);
  await standIn('npm', npm('none.laglens'));
  assert.notEqual((await step('record-emulator.sh', ['sample.apk'])).code, 0);
  await standIn('adb', 'exit 1');
  const failed = await step('record-emulator.sh', ['sample.apk']);
  assert.deepEqual([failed.code, failed.calls], [1, ['adb install -r sample.apk']]);
});

test('a simulator is made for the recording, and removed whether or not that passes', async () => {
  for (const [session, wanted] of [
    ['laggy.laglens', 0],
    ['smooth.laglens', 1],
  ] as const) {
    await standIn('xcrun', '[ "$2" = create ] && echo 1B2C; true');
    await standIn('npm', npm(session));
    const { code, calls } = await step('record-simulator.sh', ['Sample.app']);
    assert.equal(code, wanted);
    assert.deepEqual(
      calls.filter((call) => call.startsWith('xcrun')),
      [
        'xcrun simctl create laglens-sample com.apple.CoreSimulator.SimDeviceType.iPhone-16',
        'xcrun simctl bootstatus 1B2C -b',
        'xcrun simctl install 1B2C Sample.app',
        'xcrun simctl delete 1B2C',
      ],
    );
    assert.ok(calls.some((call) => call.includes('record --device 1B2C --app dev.laglens.sample --launch')));
  }
});

test('the simulator’s sample is compiled by Xcode, and signed ad hoc', async () => {
  await standIn('xcrun');
  await standIn('codesign');
  await standIn('uname', 'echo arm64');
  const { code, calls, cwd } = await step('build-sample-app.sh', ['Sample.app']);
  assert.equal(code, 0);
  assert.deepEqual(await readdir(join(cwd, 'Sample.app')), ['Info.plist']);
  const [, compile = '', sign] = calls;
  assert.match(
    compile,
    /^xcrun --sdk iphonesimulator clang .* -target arm64-apple-ios15\.0-simulator .* -o Sample\.app\/Sample .*main\.m$/,
  );
  assert.equal(sign, 'codesign --force --sign - Sample.app');
});

test('a release is published as a draft with its files, unless one is not as its checksum', async () => {
  await standIn('gh');
  const files = join(folder, 'release');
  await mkdir(files);
  await writeFile(join(files, 'a.vsix'), 'a');
  await writeFile(join(files, 'SHA256SUMS'), `${createHash('sha256').update('a').digest('hex')}  a.vsix\n`);
  const tag = { GITHUB_REF_NAME: 'v0.1.0' };
  const done = await step('publish-release.sh', [files], tag);
  assert.equal(done.code, 0, done.out);
  assert.deepEqual(done.calls, [
    `gh release create v0.1.0 --verify-tag --draft --title v0.1.0 --generate-notes ${files}/SHA256SUMS ${files}/a.vsix`,
  ]);
  await writeFile(join(files, 'a.vsix'), 'b');
  const refused = await step('publish-release.sh', [files], tag);
  assert.deepEqual([refused.code, refused.calls], [1, []]);
});
