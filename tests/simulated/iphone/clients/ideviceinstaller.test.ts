import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../host/free-port.ts';
import { until } from '../../android/until.ts';
import type { Iphone } from '../simulated-iphone.ts';
import { startIphone } from '../start-iphone.ts';
import type { Usbmuxd } from '../usbmux/usbmuxd.ts';
import { type Outcome, runClient } from './client-process.ts';
import { launchStandIn, type Started, writeIpa } from './with-app.ts';

/** Debian's ideviceinstaller 1.1.1, idevicesyslog 1.3.0 and iproxy 2.0.2. */
describe('ideviceinstaller and its neighbours', () => {
  let folder: string;
  let iphone: Iphone;
  let usbmuxd: Usbmuxd;
  let stop: () => Promise<void>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-ideviceinstaller-'));
    ({ iphone, usbmuxd, stop } = await startIphone({
      launch: launchStandIn,
      apps: [
        { bundleId: 'com.example.shop', name: 'Shop' },
        { bundleId: 'com.example.feed', name: 'Feed', debuggable: false },
        { bundleId: 'com.apple.Preferences', name: 'Settings', type: 'System' },
      ],
    }));
  });
  after(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  const run = (program: string, ...argv: readonly string[]): Promise<Outcome> => runClient(usbmuxd, program, argv);

  test('lists the apps that people install, and all of them', async () => {
    const head = 'CFBundleIdentifier, CFBundleVersion, CFBundleDisplayName\n';
    const own = 'com.example.shop, "1", "Shop"\ncom.example.feed, "1", "Feed"\n';
    assert.equal((await run('ideviceinstaller', '-l')).stdout, head + own);
    const all = await run('ideviceinstaller', '-l', '-o', 'list_all');
    assert.equal(all.stdout, `${head}${own}com.apple.Preferences, "1", "Settings"\n`);
  });

  test('installs an .ipa with its progress, puts a newer one over it, keeps the data, and removes it', async () => {
    const facts = { CFBundleIdentifier: 'com.example.news', CFBundleVersion: '7', CFBundleDisplayName: 'News' };
    const first = await writeIpa(folder, 'News', facts);
    const installed = await run('ideviceinstaller', '-i', first);
    assert.equal(installed.code, 0);
    assert.match(
      installed.stdout,
      /Install: VerifyingApplication \(40%\)\n\rInstall: GeneratingApplicationMap \(90%\)\n\rInstall: Complete/,
    );
    assert.match((await run('ideviceinstaller', '-l')).stdout, /^com\.example\.news, "7", "News"$/m);

    const before = iphone.apps.app('com.example.news');
    await writeIpa(folder, 'News', { ...facts, CFBundleVersion: '8' });
    assert.equal((await run('ideviceinstaller', '-i', first)).code, 0);
    assert.match((await run('ideviceinstaller', '-l')).stdout, /^com\.example\.news, "8", "News"$/m);
    const now = iphone.apps.app('com.example.news');
    assert.equal(now?.container, before?.container);
    assert.notEqual(now?.folder, before?.folder);
    const program = await readFile(iphone.files.hostPath(`${now?.folder}/News`), 'utf8');
    assert.equal(program, 'stands in for a Mach-O file');

    assert.match((await run('ideviceinstaller', '-U', 'com.example.news')).stdout, /Uninstall: Complete/);
    assert.doesNotMatch((await run('ideviceinstaller', '-l')).stdout, /news/);
  });

  test('learns why the device does not take an app, and the log says it too', async () => {
    iphone.faults.install = { error: 'ApplicationVerificationFailed', description: 'Failed to verify code signature of News.app' };
    const ipa = await writeIpa(folder, 'Other', { CFBundleIdentifier: 'com.example.other', CFBundleVersion: '1' });
    const { stdout, stderr } = await run('ideviceinstaller', '-i', ipa);
    iphone.faults.install = undefined;
    assert.match(stdout + stderr, /ApplicationVerificationFailed/);
    assert.match(iphone.log.lines.at(-1) ?? '', /installd\[60\] <Error>: ApplicationVerificationFailed: Failed to verify code signature/);
    assert.equal(iphone.apps.app('com.example.other'), undefined);
  });

  test('iproxy reaches the port of the app that runs, with what it was started with', async () => {
    const port = await freePort();
    const local = await freePort();
    const environment = { LAGLENS_OPTIONS: `token=00,port=${port}`, DYLD_INSERT_LIBRARIES: '@executable_path/Frameworks/liblaglens.dylib' };
    const { pid } = await iphone.processes.launch('com.example.shop', { environment, arguments: ['-a'] });
    await until('the app to listen', () => iphone.log.lines.some((line) => line.endsWith(`Shop[${pid}] <Notice>: listening`)));
    const iproxy = spawn('iproxy', [`${local}:${port}`], { env: { ...process.env, ...usbmuxd.environment }, stdio: 'ignore' });
    try {
      let said = '';
      await until('iproxy to listen', async () => {
        const socket = connect(local, '127.0.0.1');
        said = await text(socket).catch(() => '');
        return said !== '';
      });
      const started: Started = JSON.parse(said);
      assert.equal(started.bundleId, 'com.example.shop');
      assert.equal(started.home, iphone.files.hostPath(iphone.apps.app('com.example.shop')?.container ?? ''));
      assert.deepEqual(started.positionals, [`${iphone.files.hostPath(iphone.apps.app('com.example.shop')?.folder ?? '')}/Shop`, '-a']);
      assert.equal(started.environment.DYLD_INSERT_LIBRARIES, '@executable_path/Frameworks/liblaglens.dylib');
      assert.equal(started.environment.HOME, started.home);
    } finally {
      iproxy.kill();
    }
    assert.equal(await iphone.processes.kill(pid), true);
    assert.equal(iphone.processes.any, false);
  });

  test('idevicesyslog follows the log', async () => {
    const syslog = spawn('idevicesyslog', ['--no-colors'], {
      env: { ...process.env, ...usbmuxd.environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let seen = '';
    syslog.stdout.setEncoding('utf8').on('data', (some: string) => {
      seen += some;
    });
    try {
      await until('idevicesyslog to ask', () => iphone.asked.at(-1) === 'lockdown StopSession' || seen !== '');
      iphone.log.write('Shop[123]', 'Error', 'code signature invalid');
      await until('the line', () => /Shop\[123\] <Error>: code signature invalid/.test(seen));
    } finally {
      syslog.kill();
    }
  });
});
