import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jarVersion, versionIn } from './jar-version.ts';

test('a manifest’s version is that of its main section, with lines that go on and any line ends', () => {
  assert.equal(versionIn('Manifest-Version: 1.0\r\nImplementation-Version: 1.0.0-SNA\r\n PSHOT\r\nX: y\r\n'), '1.0.0-SNAPSHOT');
  assert.equal(versionIn('implementation-version:  2 \nX: y\n'), '2');
  assert.equal(versionIn('Manifest-Version: 1.0\r\n\r\nName: a\r\nImplementation-Version: 9\r\n'), undefined);
  assert.equal(versionIn('Manifest-Version: 1.0\rImplementation-Version: \r'), undefined);
  assert.equal(versionIn(`Implementation-Version: ${'9'.repeat(500)}`)?.length, 100);
});

test('a jar that is gone, or of a process that is gone, has no version', async () => {
  assert.equal(await jarVersion({ pid: process.pid, jar: '/nowhere/app.jar', root: '' }), undefined);
  assert.equal(await jarVersion({ pid: 2 ** 30, jar: 'app.jar', root: '' }), undefined);
  assert.equal(await jarVersion({ pid: process.pid, jar: undefined, root: '' }), undefined);
});
