import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Decoder, Encoder } from '../wire/codec.ts';
import type { Message } from '../wire/schema.ts';
import { carefulRedaction, MOST_SECRETS, Redactor } from './redaction.ts';
import { helloMessage, processMessage } from './sample-stream.ts';

const about: readonly Message[] = [
  processMessage(0, { deviceKind: 'ios', device: 'Anna’s iPhone', serial: '00008110-001A' }),
  helloMessage(5_000),
  { type: 'log', level: 1, text: 'Anna’s iPhone (00008110-001A) runs /Users/anna/dev/shop/main.m' },
  { type: 'gap', atUs: 7_500, why: 'no file /Users/anna/x' },
  {
    type: 'addressNames',
    run: 0,
    image: 1,
    offset: 64,
    confidence: 2,
    others: 0,
    frames: [{ class: '', name: 'load', short: '', signature: '', file: '/Users/anna/dev/shop/Feed.m', line: 3, column: 0 }],
  },
  { type: 'tick', atUs: 9_000, rounds: 1 },
];

function bytesOf(messages: readonly Message[]): Uint8Array {
  const encoder = new Encoder();
  return Buffer.concat(messages.map((message) => encoder.encode(message)));
}

test('what says who recorded a session is nowhere in it any more; times and everything else stay', () => {
  const chunk = new Redactor(carefulRedaction(['/Users/anna/dev/shop'])).chunk(bytesOf(about));
  assert.doesNotMatch(Buffer.from(chunk).toString(), /anna|00008110/i);
  const read = new Decoder().push(chunk);
  assert.deepEqual(
    read.map((message) => ('atUs' in message ? message.atUs : message.type)),
    ['process', 'hello', 'log', 7_500, 'addressNames', 9_000],
  );
  const text = (type: string): unknown => read.find((message) => message.type === type);
  assert.deepEqual(text('log'), { type: 'log', level: 1, text: ' () runs shop/main.m' });
  const named = read.find((message) => message.type === 'addressNames');
  assert.equal(named?.frames[0]?.file, 'shop/Feed.m');
  assert.equal(named?.frames[0]?.name, 'load');
});

test('serials that were met in one chunk are left out of the next', () => {
  const redactor = new Redactor({ serials: true, deviceNames: false, folders: undefined });
  redactor.chunk(bytesOf(about.slice(0, 1)));
  const [log] = new Decoder().push(redactor.chunk(bytesOf([{ type: 'log', level: 1, text: 'lost 00008110-001A' }])));
  assert.deepEqual(log, { type: 'log', level: 1, text: 'lost ' });
});

test('with nothing to leave out not a byte changes', () => {
  const bytes = bytesOf(about);
  assert.deepEqual(Buffer.from(new Redactor({ serials: false, deviceNames: false, folders: undefined }).chunk(bytes)), bytes);
});

test('a session of thousands of devices costs a search for a hundred of them, and its sentences go as a whole', () => {
  const redactor = new Redactor(carefulRedaction([]));
  const processes = Array.from({ length: 4_000 }, (_, run) => ({ ...processMessage(run), serial: `serial-${run}`, device: `Anna ${run}` }));
  for (const process of processes) {
    const redacted = redactor.message(process);
    assert.deepEqual([redacted.serial, redacted.device], ['', '']);
  }
  const log: Message = { type: 'log', level: 1, text: `lost serial-${MOST_SECRETS + 50}` };
  assert.deepEqual(redactor.message(log), { ...log, text: '' });
});
