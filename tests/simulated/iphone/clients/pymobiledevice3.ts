import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir } from '../../../../scripts/setup/cache.ts';
import { signatureOf } from '../developer-image.ts';
import { startIphone } from '../start-iphone.ts';
import { runClient } from './client-process.ts';
import { launchStandIn } from './with-app.ts';

// Manual: node tests/simulated/iphone/clients/pymobiledevice3.ts
// Runs pymobiledevice3's commands for the simulated services and prints its output. No test, as its environment takes 336 MB and each start
// some seconds. Needs Python 3 with venv.

const VERSION = '11.45.0';
const execute = promisify(execFile);

async function install(): Promise<string> {
  const home = cacheDir('ios-clients', `pymobiledevice3-${VERSION}`);
  const program = join(home, 'bin', 'pymobiledevice3');
  const there = await access(program).then(
    () => true,
    () => false,
  );
  if (!there) {
    console.log(`pymobiledevice3 ${VERSION}: installing by pip, about 90 s ...`);
    await execute('python3', ['-m', 'venv', home]);
    await execute(join(home, 'bin', 'pip'), ['install', '--quiet', `pymobiledevice3==${VERSION}`], { maxBuffer: 1 << 26 });
  }
  return program;
}

const folder = await mkdtemp(join(tmpdir(), 'laglens-pymobiledevice3-'));
const [image, signature] = [join(folder, 'image.dmg'), join(folder, 'image.dmg.signature')];
const imageBytes = Buffer.alloc(300_000, 'x');
await writeFile(image, imageBytes);
await writeFile(signature, signatureOf(imageBytes));

/** Commands, and required parts of the answers. */
const questions: readonly (readonly [argv: readonly string[], expected: RegExp])[] = [
  [['usbmux', 'list'], /"ProductVersion": "16\.7\.10"/],
  [['lockdown', 'info'], /"SerialNumber": "SIM000000000"/],
  [['apps', 'list'], /"CFBundleIdentifier": "com\.example\.shop"/],
  [['apps', 'query', 'com.example.shop'], /"get-task-allow": true/],
  [['afc', 'ls', '/'], /^\/$/m],
  [['mounter', 'list'], /^\[\]$/m],
  [['mounter', 'mount-developer', image, signature], /^/],
  [['mounter', 'list'], /"IsMounted": true/],
  [['mounter', 'query-developer-mode-status'], /^true$/m],
  [['developer', 'dvt', 'launch', 'com.example.shop', '--env', 'LANG=de'], /Process launched with pid \d+/],
  [['developer', 'dvt', 'proclist'], /"name": "Shop"/],
];

const program = await install();
const { usbmuxd, stop } = await startIphone({
  launch: launchStandIn,
  apps: [{ bundleId: 'com.example.shop', name: 'Shop' }],
  developerImage: false,
});
for (const [argv, expected] of questions) {
  const { code, stdout, stderr } = await runClient(usbmuxd, program, argv, { HOME: cacheDir('ios-clients') });
  const right = code === 0 && expected.test(stdout);
  console.log(`${right ? 'as expected' : 'NOT AS EXPECTED'}: ${argv.join(' ')}`);
  if (!right) {
    console.log(stdout + stderr);
    process.exitCode = 1;
  }
}
await stop();
await rm(folder, { recursive: true });
