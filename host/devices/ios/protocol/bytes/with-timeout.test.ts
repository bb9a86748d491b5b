import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { isDeviceFailure } from '../device-failure.ts';
import { readExactly } from './exact-bytes.ts';
import { DeviceSilent, withTimeout } from './with-timeout.ts';

const never = new AbortController().signal;

test('a device that says half of an answer and then nothing is reported as silent, and its stream is closed', async () => {
  const stream = new PassThrough();
  stream.write('half');
  await assert.rejects(
    withTimeout(20, 'Reading a file', never, (signal) => readExactly(stream, 8, signal)),
    (error) =>
      error instanceof DeviceSilent && isDeviceFailure(error) && error.message === 'Reading a file was not answered within 0.02 s.',
  );
  assert.ok(stream.destroyed);
});

test('who cancels meanwhile is notified of the cancel alone', async () => {
  const cancel = new AbortController();
  const asked = withTimeout(60_000, 'Reading a file', cancel.signal, (signal) => readExactly(new PassThrough(), 8, signal));
  cancel.abort();
  await assert.rejects(asked, { name: 'AbortError' });
});

test('a cancel is a cancel, though the device’s socket fails by it, at the time limit as well', async () => {
  const cancel = new AbortController();
  const asked = withTimeout(1, 'Reading a file', cancel.signal, async (signal) => {
    await once(signal, 'abort');
    cancel.abort();
    throw new Error('The socket was closed.');
  });
  await assert.rejects(asked, { name: 'AbortError' });
});

test('an answer in time is the answer', async () => {
  assert.equal(await withTimeout(60_000, 'Reading a file', never, async () => 'eight'), 'eight');
});
