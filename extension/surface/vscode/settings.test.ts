import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useShareWindow, workspace } from '../../../tests/extension/share-window.ts';
import { type SettingName, settings } from '../../contributions/settings.ts';

useShareWindow();
const { readSettings } = await import('./settings.ts');

const long = 'x'.repeat(10 << 20);
const many = Array.from({ length: 100_000 }, (_, i) => `../../p${i}`);
const hostile: readonly unknown[] = [
  ...[undefined, null, true, '', '$(touch x)', '../../..', '\\\\server\\share', '(a+)+$', '\0', long],
  ...[Number.NaN, -1, -1e308, 1e308, Number.POSITIVE_INFINITY, 2 ** 53, 0.5],
  ...[
    [],
    [5, null, long, ''],
    many,
    {},
    { a: 5, [long]: 'x', b: long, __proto__: 'x' },
    Object.fromEntries(many.map((each) => [each, each])),
  ],
];

function readWith(written: unknown): ReturnType<typeof readSettings> {
  Object.assign(workspace, { getConfiguration: () => ({ get: () => written }) });
  return readSettings();
}

test('whatever settings.json holds, numbers stay in their range, lists and texts stay short', () => {
  for (const written of hostile) {
    const read = readWith(written);
    const numbers = { ...read.limits, interval: read.intervalUs ?? 0, ...read };
    for (const value of Object.values(numbers)) {
      if (typeof value === 'number') assert.ok(value >= 0 && value <= 2 ** 73, String(value));
      if (typeof value === 'string') assert.ok(value.length <= 4_096);
    }
    assert.ok(read.thresholdUs >= 16_000 && read.thresholdUs <= 60_000_000);
    assert.ok(Number.isInteger(read.stackDepth) && read.stackDepth >= 16 && read.stackDepth <= 2_048);
    for (const list of [read.appPackages, read.symbolPaths, read.launchConfigurations, Object.entries(read.sourceMap).flat()]) {
      assert.ok(list.length <= 2_000);
      for (const each of list) assert.ok(typeof each === 'string' && each.length <= 4_096);
    }
  }
});

test('settings of the wrong type have their defaults', () => {
  const usual = readWith(undefined);
  assert.deepEqual(readWith(null), usual);
  assert.equal(usual.thresholdUs, settings.threshold.schema.default * 1_000);
  assert.deepEqual(readWith(['com.example', 5, long]).appPackages, ['com.example']);
});

test('names of programs and folders count only in a trusted folder, or only on the computer', () => {
  const starts: readonly SettingName[] = [
    'symbolPaths',
    'sourceMap',
    'preLaunchTask',
    'launchConfigurations',
    'adbPath',
    'adbServer',
    'xcrunPath',
  ];
  for (const name of starts) assert.ok('needsTrust' in settings[name] && settings[name].needsTrust, name);
  for (const name of ['adbPath', 'adbServer', 'xcrunPath'] as const) assert.equal(settings[name].scope, 'machine');
});
