import assert from 'node:assert/strict';
import { test } from 'node:test';
import { field, numberField } from '../../../../core/text/json-fields.ts';
import { sourceOf } from '../../tests/formats/import-profile.ts';
import { importLimits } from './import-limits.ts';
import { ImportReport } from './import-report.ts';
import { jsonIn, jsonOf, wholePart } from './json.ts';

async function parsed(text: string): Promise<{ readonly value: unknown; readonly cut: boolean }> {
  const report = new ImportReport('test');
  return { value: await jsonOf(sourceOf(text), report, 'a test file'), cut: report.isTruncated };
}

test('a cut text gives its whole elements', async () => {
  const whole = '{"a":[1,{"b":"x,]}\\""},[2,3]],"c":{"d":4}}';
  assert.deepEqual(await parsed(whole), { value: JSON.parse(whole), cut: false });
  // Cut in “[2,3”: the 3 may lack digits.
  assert.deepEqual(await parsed(whole.slice(0, whole.indexOf('3') + 1)), { value: { a: [1, { b: 'x,]}"' }, [2]] }, cut: true });
  assert.deepEqual(await parsed('{"a":[1,2],"c":{"d":'), { value: { a: [1, 2], c: {} }, cut: true });
});

test('other damage is an error with the format’s name', async () => {
  for (const text of ['', 'text', '{"a":1]', '{"a":[1 2],"b":[3']) {
    await assert.rejects(parsed(text), { code: 'format-unreadable', message: 'given looks like a test file, but is no JSON.' }, text);
  }
});

test('a million brackets neither overflow the stack nor count as a cut file', async () => {
  await assert.rejects(parsed('['.repeat(1_000_000)), { code: 'format-unreadable' });
  assert.equal(wholePart('['.repeat(20_000)), undefined);
});

test('keys reach no prototype', async () => {
  const { value } = await parsed('{"__proto__":{"length":7},"toString":1}');
  assert.equal(field(value, 'length'), undefined);
  assert.equal(field(value, 'constructor'), undefined);
  assert.equal(numberField(value, 'toString'), 1);
  assert.equal(Object.hasOwn(Object.prototype, 'length'), false);
});

test('a text beyond the bound is not held', async () => {
  const read = jsonOf(sourceOf('[1,2,3,4,5,6,7]'), new ImportReport('test'), 'a test file', 10);
  await assert.rejects(read, { code: 'format-too-large' });
});

test('a text of too many lists and objects is refused before it takes their memory, also within a file', async () => {
  const most = importLimits.jsonLists;
  const text = `[${'{},'.repeat(most)}{}]`;
  const refused = { code: 'format-too-large', message: /^The file has 12,582,914 lists and objects of JSON/ };
  await assert.rejects(jsonOf(sourceOf(text, 1 << 20), new ImportReport('test'), 'a test file'), refused);
  assert.throws(() => jsonIn(text), refused);
  assert.deepEqual([jsonIn('[1]'), jsonIn('[1')], [[1], undefined]);
});
