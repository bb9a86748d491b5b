import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForHelp, parseDemoOptions, usage } from './options.ts';

test('without arguments the demo runs in a desktop JVM with VS Code until Ctrl-C', () => {
  assert.deepEqual(parseDemoOptions([]), {
    device: 'jvm',
    android: '14',
    seconds: undefined,
    allLags: false,
    obfuscated: false,
    editor: true,
    json: false,
  });
});

test('a phone may name its Android version', () => {
  assert.equal(parseDemoOptions(['--device', 'phone']).android, '14');
  for (const [, version = ''] of usage.matchAll(/phone:(\d+)/g)) {
    assert.equal(parseDemoOptions(['--device', `phone:${version}`]).android, version);
  }
  const { device, android, seconds, editor, json } = parseDemoOptions(['--device', 'phone:11', '--seconds', '20', '--no-editor', '--json']);
  assert.deepEqual([device, android, seconds, editor, json], ['phone', '11', 20, false, true]);
});

test('Apple’s devices have no Android version and no release build', () => {
  assert.deepEqual(
    ['iphone', 'simulator'].map((device) => parseDemoOptions(['--device', device]).device),
    ['iphone', 'simulator'],
  );
  assert.throws(() => parseDemoOptions(['--device', 'iphone:14']), /--device iphone has no version/);
  assert.throws(() => parseDemoOptions(['--device', 'simulator', '--obfuscated']), /--obfuscated is for Android/);
});

test('a round of all lags lasts a minute, or as long as is said', () => {
  const { allLags, seconds } = parseDemoOptions(['--lags', 'all']);
  assert.deepEqual([allLags, seconds], [true, 60]);
  assert.equal(parseDemoOptions(['--lags', 'all', '--seconds', '90']).seconds, 90);
  assert.throws(() => parseDemoOptions(['--lags', 'busy']), /--lags is all, not busy/);
});

test('the release build is asked for by what it is', () => {
  assert.equal(parseDemoOptions(['--obfuscated']).obfuscated, true);
});

test('what is not understood is named, with all that could be said', () => {
  for (const args of [
    ['--device', 'phone:8'],
    ['--device', 'phone:'],
    ['--device', 'jvm:8'],
    ['--device', 'x'],
    ['--seconds', '0'],
    ['--seconds', 'x'],
    ['--fast'],
  ]) {
    assert.throws(() => parseDemoOptions(args), /npm run demo -- \[--seconds N\]/, args.join(' '));
  }
});

test('a device that there is not is answered with those that there are', () => {
  assert.throws(
    () => parseDemoOptions(['--device', 'android']),
    /^Error: --device is one of jvm, phone, phone:9, .*simulator, not android\./,
  );
});

test('help is asked for by its long and its short name', () => {
  assert.deepEqual(
    [['--help'], ['--device', 'jvm', '-h'], ['--json'], []].map((args) => asksForHelp(args)),
    [true, true, false, false],
  );
});
