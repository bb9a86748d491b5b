import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerFromMemory, type ByteRequest, type Reading, runReading, runReadingAsync } from './byte-source.ts';
import { SymbolError } from './symbol-error.ts';

const files = new Map([
  ['a', new Uint8Array([1, 2, 3])],
  ['b', new Uint8Array([4])],
]);

function* lengths(...requests: readonly ByteRequest[]): Reading<readonly number[]> {
  const found: number[] = [];
  for (const request of requests) found.push((yield request).length);
  return found;
}

test('a short answer is the end of the file, and nothing lies behind it', async () => {
  const ask = (): Reading<readonly number[]> =>
    lengths({ file: 'a', offset: 1, length: 2 }, { file: 'a', offset: 2, length: 9 }, { file: 'b', offset: 7, length: 1 });
  assert.deepEqual(runReading(ask(), answerFromMemory(files)), [2, 1, 0]);
  assert.deepEqual(await runReadingAsync(ask(), async (request) => answerFromMemory(files)(request)), [2, 1, 0]);
});

test('a reader can go on after a file that is missing', () => {
  function* reading(): Reading<string> {
    try {
      yield { file: 'gone.o', offset: 0, length: 4 };
    } catch (error) {
      return error instanceof SymbolError ? `${error.reason}: ${error.message}` : 'something else';
    }
    return 'no error';
  }
  assert.equal(runReading(reading(), answerFromMemory(files)), 'missing: gone.o at 0x0: expected a file that can be read, found none.');
});

test('a file of another time is refused, and one of the right time is not', () => {
  const dated = answerFromMemory(new Map([['x.o', { bytes: new Uint8Array(4), modifiedAtS: 100 }]]));
  assert.deepEqual(runReading(lengths({ file: 'x.o', offset: 0, length: 4, modifiedAtS: 100 }), dated), [4]);
  assert.throws(() => runReading(lengths({ file: 'x.o', offset: 0, length: 4, modifiedAtS: 160 }), dated), {
    reason: 'changed',
    message: 'x.o at 0x0: expected a file of 1970-01-01T00:02:40.000Z, found one of 1970-01-01T00:01:40.000Z.',
  });
});
