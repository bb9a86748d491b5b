import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { partitionFolder } from './partition-folder.ts';

describe('a partition’s folder', () => {
  test('has its value with escapes that Hive decodes', () => {
    // By hand: Hive writes a percent sign and two hexadecimal digits for each byte.
    assert.equal(partitionFolder('version', '1.10'), 'version=1%2E10');
    assert.equal(partitionFolder('app', 'a/b=c'), 'app=a%2Fb%3Dc');
    assert.equal(partitionFolder('app', 'ä'), 'app=%C3%A4');
    assert.equal(partitionFolder('app', '..'), 'app=%2E%2E');
    assert.equal(partitionFolder('app', 'a\0b'), 'app=a%00b');
    assert.equal(partitionFolder('app', '50%2E'), 'app=50%252%45');
  });

  test('differs in more than case for names that differ in case', () => {
    const names = ['com.example.shop', 'com.example.Shop', 'com.example.SHOP', 'ä', 'Ä', '%2e', '%2E', '/', '/'.toUpperCase(), 'j', 'J'];
    const folders = new Set(names.map((name) => partitionFolder('app', name).toLowerCase()));
    assert.equal(folders.size, new Set(names).size);
    const long = [`${'a'.repeat(300)}x`, `${'a'.repeat(300)}X`, `${'A'.repeat(300)}x`];
    assert.equal(new Set(long.map((name) => partitionFolder('app', name).toLowerCase())).size, 3);
  });

  test('fits file systems for any name, and is never cut within an escape', () => {
    for (const name of ['x'.repeat(10_000), '\u{1F600}'.repeat(500), 'Ä'.repeat(500), `a${'\ud800'.repeat(300)}`]) {
      const folder = partitionFolder('version', name);
      assert.ok(Buffer.byteLength(folder) <= 255, String(folder.length));
      assert.doesNotThrow(() => decodeURIComponent(folder), folder);
      assert.match(folder, /-[0-9a-f]{12}$/);
    }
  });

  test('has no value that engines read as none', () => {
    for (const name of ['null', 'NULL', 'Null']) assert.doesNotMatch(partitionFolder('app', name), /=null$/i);
  });
});
