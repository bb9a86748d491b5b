import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { Decoder } from '../../wire/decoder.ts';
import { Encoder } from '../../wire/encoder.ts';
import type { Message } from '../../wire/schema.ts';
import { atOnce } from '../file/turns.ts';
import { carefulRedaction, MOST_SECRETS, Redactor } from './redaction.ts';

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
  const chunk = atOnce(new Redactor(carefulRedaction(['/Users/anna/dev/shop'])).chunkInSteps(bytesOf(about)));
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
  atOnce(redactor.chunkInSteps(bytesOf(about.slice(0, 1))));
  const [log] = new Decoder().push(atOnce(redactor.chunkInSteps(bytesOf([{ type: 'log', level: 1, text: 'lost 00008110-001A' }]))));
  assert.deepEqual(log, { type: 'log', level: 1, text: 'lost ' });
});

test('with nothing to leave out not a byte changes', () => {
  const bytes = bytesOf(about);
  assert.deepEqual(
    Buffer.from(atOnce(new Redactor({ serials: false, deviceNames: false, folders: undefined }).chunkInSteps(bytes))),
    bytes,
  );
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

test('a device’s name of one word goes out of sentences as a whole word, unless every such device has it', () => {
  const logOf = (device: string, text: string): string => {
    const redactor = new Redactor(carefulRedaction([]));
    redactor.message(processMessage(0, { device, serial: '' }));
    return redactor.message({ type: 'log', level: 1, text }).text;
  };
  assert.equal(logOf('Annas-iPhone', 'Annas-iPhone said no to Annas-iPhones.'), ' said no to Annas-iPhones.');
  assert.equal(logOf('anna', 'lost anna, not annabel'), 'lost , not annabel');
  assert.equal(logOf('iPhone', 'an iPhone said no'), 'an iPhone said no');
  assert.equal(logOf('iPhone-15-Pro', 'iPhone-15-Pro said no'), 'iPhone-15-Pro said no');
  assert.equal(logOf('emulator-5554', 'emulator-5554 said no'), 'emulator-5554 said no');
  const long = 'anna'.repeat(15_000);
  assert.equal(logOf(long, `lost ${long}, not anna`), 'lost , not anna');
});

test('a device that is named as the app takes nothing out of the names of its code', () => {
  const redactor = new Redactor(carefulRedaction([]));
  redactor.message(processMessage(0, { device: 'Shop', serial: '' }));
  const method: Message = {
    type: 'method',
    id: 1,
    modifiers: 0,
    class: 'Lcom/example/Shop;',
    name: 'Shop',
    signature: '()V',
    sourceFile: 'Shop.kt',
  };
  assert.equal(redactor.message(method), method);
});
