import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'plist';
import { PlistError } from '../plist/value.ts';
import { archive, unarchive } from './ns-keyed-archive.ts';

test('an archive holds its objects as NSKeyedArchiver lays them out, read by another library', () => {
  // Objects stand in the order in which they are met; classes follow what first is of them.
  assert.deepEqual(parse(archive({ key: [1, 'two'] })), {
    $version: 100_000,
    $archiver: 'NSKeyedArchiver',
    $top: { root: { UID: 1 } },
    $objects: [
      '$null',
      { 'NS.keys': [{ UID: 2 }], 'NS.objects': [{ UID: 3 }], $class: { UID: 7 } },
      'key',
      { 'NS.objects': [{ UID: 4 }, { UID: 5 }], $class: { UID: 6 } },
      1,
      'two',
      { $classname: 'NSArray', $classes: ['NSArray', 'NSObject'] },
      { $classname: 'NSDictionary', $classes: ['NSDictionary', 'NSObject'] },
    ],
  });
});

test('what is archived comes out the same', () => {
  const values = ['text', -5, 2.5, true, [], {}, { a: { b: ['ä', { c: 1 }] } }, Array.from({ length: 300 }, (_, n) => n)];
  for (const value of values) assert.deepEqual(unarchive(archive(value)), value);
});

test('a damaged archive ends in a PlistError, or in another value', () => {
  const whole = archive({ key: ['value', { deeper: 1 }] });
  for (let at = 8; at < whole.length; at++) {
    const damaged = Buffer.from(whole);
    damaged[at] = 0xff;
    try {
      unarchive(damaged);
    } catch (error) {
      assert.ok(error instanceof PlistError, String(error));
    }
  }
});
