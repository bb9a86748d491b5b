import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Place, readTruth } from './truth-lags.ts';

const decode: Place = { class: 'com.example.Decoder', method: 'decode', file: 'Decoder.java', firstLine: 5, lastLine: 9 };
const causes = { busy: { rules: ['busy'] } } as const;
const culprits = new Map([
  ['busy', [decode]],
  ['gc', [decode, { ...decode, method: 'parse' }]],
]);

function line(what: string, label: string, beginMs: number, endMs: number): string {
  return `${JSON.stringify({ what, label, beginUs: beginMs * 1000, endUs: endMs * 1000 })}\n`;
}

function kindsAndTimes(text: string): string[] {
  return readTruth(text, 0, culprits, causes).map(({ kind, startMs, durationMs }) => `${kind} ${startMs}+${durationMs}`);
}

test('a long message is one lag with the place that its kind names', () => {
  const [lag, ...more] = readTruth(line('message', 'busy', 1200, 1800) + line('span', 'busy', 1195, 1805), 1_000_000, culprits, causes);
  assert.deepEqual(more, []);
  assert.deepEqual(lag, {
    kind: 'busy',
    startMs: 200,
    durationMs: 600,
    startUs: 1_200_000,
    culprit: decode,
    cause: causes.busy,
    cpuShare: undefined,
  });
});

test('a lag has what the app’s threads entered of its wait, and which parts of the platform are ours', () => {
  const entered = ',"thread":"main","screen":"com.example.Cart","owners":"sorter,unloader","waker":"sorter"}';
  const text = line('message', 'busy', 0, 500).replace('}', entered);
  const parts = { platform: 'real', ours: ['MessageQueue.nativePollOnce'] } as const;
  const [lag] = readTruth(text, 0, culprits, causes, () => parts);
  assert.deepEqual(
    [lag?.thread, lag?.screen, lag?.owners, lag?.waker, lag?.parts],
    ['main', 'com.example.Cart', ['sorter', 'unloader'], 'sorter', parts],
  );
  assert.equal(readTruth(line('span', '', 0, 500), 0, culprits, causes, () => parts)[0]?.parts, undefined);
});

test('a kind with several places accepts each of them', () => {
  const [lag] = readTruth(line('message', 'gc', 0, 500), 0, culprits, causes);
  assert.deepEqual(lag?.culprit, { anyOf: culprits.get('gc') });
});

test('a storm lasts from its first to its last small message, even when one of them was stalled', () => {
  assert.deepEqual(kindsAndTimes(line('message', 'storm', 300, 360) + line('span', 'storm', 100, 600)), ['storm 100+500']);
});

test('small things without a sleep in between are a lag that nobody asked for', () => {
  assert.deepEqual(kindsAndTimes(line('span', '', 100, 260)), ['other 100+160']);
});

test('small things with hardly a pause in between are a crowd, which nobody has to call a lag', () => {
  assert.deepEqual(kindsAndTimes(line('span', '', 100, 160) + line('crowd', '', 100, 230)), ['other 100+60', 'crowd 100+130']);
});

test('a lag has the kernel’s account of its time without a core, where there is one', () => {
  const [counted] = readTruth(line('message', 'busy', 0, 500).replace('}', ',"noCoreUs":7000}'), 0, culprits, {});
  assert.equal(counted?.noCoreUs, 7_000);
  assert.equal(readTruth(line('message', 'busy', 0, 500), 0, culprits, {})[0]?.noCoreUs, undefined);
});

test('what comes before and after a long message in the same span counts when it is long itself', () => {
  const text = line('message', 'busy', 200, 800) + line('span', 'busy', 100, 840);
  assert.deepEqual(kindsAndTimes(text), ['other 100+100', 'busy 200+600']);
});

test('a line that is still being written is left for later, and anything else is refused', () => {
  assert.deepEqual(kindsAndTimes(`${line('message', 'busy', 0, 600)}{"what":"mess`), ['busy 0+600']);
  assert.throws(() => readTruth('{"what":"frame"}\n', 0, culprits, causes), /no line of a truth file/);
});
