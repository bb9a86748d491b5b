import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinBytes } from '../../../../core/join-bytes.ts';
import { Encoder } from '../../../../core/wire/encoder.ts';
import { bytesByMessage, largest } from './bytes-by-message.ts';

test('each message counts with its length in front, in all chunks', () => {
  const encoder = new Encoder();
  // Length, number and id take a byte each, so does the text's length.
  const text = encoder.encode({ type: 'string', id: 1, text: 'four' });
  // Length, number, and a step of 1 µs.
  const pause = encoder.encode({ type: 'gcBegin', atUs: 1 });
  const bytes = bytesByMessage([joinBytes([text, pause]), text]);
  assert.deepEqual(
    [...bytes],
    [
      ['string', 16],
      ['gcBegin', 3],
    ],
  );
  assert.deepEqual(largest(bytes, 1), [{ type: 'string', bytes: 16, share: 16 / 19 }]);
});
