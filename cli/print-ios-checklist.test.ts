import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { iosChecklist } from '../host/diagnose/ios-checklist.ts';
import { startIphones } from '../tests/simulated/iphone/start-iphone.ts';
import { FakeXcode, iphone15 } from '../tests/simulated/xcode/fake-xcode.ts';
import { runLaglens } from './run-laglens.ts';

/** Output and exit code of `laglens diagnose --ios` in an environment. */
async function checklist(environment: NodeJS.ProcessEnv): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const out = (text: string): void => void lines.push(...text.split('\n'));
  const terminal = { out, say: () => undefined, environment, folder: tmpdir(), signal: AbortSignal.timeout(600_000) };
  return { code: await runLaglens(['diagnose', '--ios'], terminal), lines };
}

function lineOf(lines: readonly string[], title: string): string {
  return lines.find((line) => new RegExp(`^ ?\\d+\\. .* ${title}: `).test(line)) ?? `no line of ${title}`;
}

test('on a Mac with Xcode, a simulator and an identity the checklist says so, and that usbmuxd is missing', async (t) => {
  const ada = { hash: '0123456789ABCDEF0123456789ABCDEF01234567', name: 'Apple Development: Ada Byron (A1B2C3D4E5)', team: 'TEAM123456' };
  const xcode = await FakeXcode.start({ version: '26.3', identities: [ada] });
  t.after(() => xcode.stop());
  const { code, lines } = await checklist({ ...xcode.environment, USBMUXD_SOCKET_ADDRESS: 'UNIX:/nowhere/usbmuxd' });
  assert.equal(code, 1);
  assert.match(lineOf(lines, 'Xcode'), /^ 1\. ok +Xcode: Xcode 26\.3, Build version 17C529$/);
  assert.match(lineOf(lines, 'usbmuxd'), / FAIL +usbmuxd: Nothing listens/);
  assert.match(lineOf(lines, 'Simulators'), new RegExp(` ok +Simulators: .*${iphone15.name}`));
  assert.match(lineOf(lines, 'Signing identities'), / ok .*Ada Byron/);
  assert.match(lineOf(lines, 'Agents'), / ok /);
  const byHand = lines.filter((line) => / by hand /.test(line));
  assert.equal(byHand.length, iosChecklist.filter((item) => item.check === undefined).length);
});

test('a Mac without an identity learns how to get one', async (t) => {
  const xcode = await FakeXcode.start();
  t.after(() => xcode.stop());
  const { lines } = await checklist({ ...xcode.environment, USBMUXD_SOCKET_ADDRESS: 'UNIX:/nowhere/usbmuxd' });
  assert.match(lineOf(lines, 'Signing identities'), / note .*There is none/);
  assert.ok(lines.some((line) => /-> .*development certificate/.test(line)));
});

test('a phone with iOS 15 or 16 learns which developer image it would get, or that there is none', async (t) => {
  const { usbmuxd, stop } = await startIphones([{ ios: '16.7.10' }, { ios: '15.1' }, { ios: '17.5.1' }]);
  t.after(stop);
  const xcode = await FakeXcode.start({ developerImages: ['15.4', '16.1', '16.4'] });
  t.after(() => xcode.stop());
  const { lines } = await checklist({ ...xcode.environment, ...usbmuxd.environment });
  const line = lineOf(lines, 'Developer images');
  assert.match(line, / note +Developer images: Test iPhone \(iOS 16\.7\.10\): that of iOS 16\.4, .*DeveloperDiskImage\.dmg; /);
  assert.match(line, /; Test iPhone 2 \(iOS 15\.1\): none\. The one Xcode here has those of iOS 15\.4, 16\.1, 16\.4\.$/);
  assert.ok(lines.some((each) => /-> Install an Xcode before 27 that supports iOS 15\.1, or open the phone once/.test(each)));
});

test('the page for iOS has the same manual steps, line by line', async () => {
  const page = await readFile(new URL('../docs/ios.md', import.meta.url), 'utf8');
  const rows = page.slice(page.indexOf('| step | to do | expected |')).trim().split('\n').slice(2);
  assert.deepEqual(
    rows,
    iosChecklist.flatMap(({ title, todo, expected }) => (todo === undefined ? [] : [`| ${title} | ${todo} | ${expected} |`])),
  );
});
