import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../tests/core/sample-stream.ts';
import { ThreadStates, threadActivity } from '../threads/thread-states.ts';
import { HeatStrip, heatColumnUs } from './heat-strip.ts';

const ms = 1_000;
const second = 1_000 * ms;
const { idle, unknown } = threadActivity;

test('a column is as many whole seconds as it takes for a session to fit', () => {
  assert.deepEqual(
    [10, 300, 301, 3_600, 86_400, 10 * 86_400].map((seconds) => heatColumnUs(seconds * second, 300) / second),
    [1, 1, 2, 15, 300, 3_600],
  );
});

test('a cell shows the share of its time that was lost to lags, and the worst of them', () => {
  const strip = new HeatStrip(second);
  // Cells of 50 ms. 120 to 310 ms: 30 ms of cell 2, cells 3 to 5, 10 ms of cell 6; a hitch takes the other 40 of cell 6 and 5 of cell 7.
  const lags = [
    { beginUs: 120 * ms, endUs: 310 * ms, band: 'longHang' },
    { beginUs: 310 * ms, endUs: 355 * ms, band: 'hitch' },
    { beginUs: 0, endUs: 900 * ms, band: 'load' },
  ] as const;
  strip.update(500 * ms, [], lags);
  assert.equal(strip.length, 10);
  assert.deepEqual(
    [...strip.lost.slice(0, 10)].map((share) => Number(share.toFixed(3))),
    [0, 0, 0.6, 1, 1, 1, 1, 0.1, 0, 0],
  );
  assert.deepEqual([...strip.band.slice(0, 10)], [0, 0, 2, 2, 2, 2, 2, 0, 0, 0]);
  // With a higher threshold there is none.
  strip.update(500 * ms, [], []);
  assert.ok(strip.lost.every((share) => share === 0));
  assert.deepEqual(
    [0, 49_999, 50_000, 499_999].map((us) => strip.cellAt(us)),
    [0, 0, 1, 9],
  );
});

test('a lag that goes on beyond what is known, and one of no length, do no harm', () => {
  const strip = new HeatStrip(second);
  const lags = [
    { beginUs: 400 * ms, endUs: 9 * second, band: 'anr' },
    { beginUs: 100 * ms, endUs: 100 * ms, band: 'hitch' },
  ] as const;
  strip.update(500 * ms, [], lags);
  assert.deepEqual([...strip.lost.slice(0, strip.length)], [0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  strip.update(0, [], lags);
  assert.equal(strip.length, 0);
});

test('a strip that grows is the strip of the whole', () => {
  const random = seededRandom(3);
  const states = new ThreadStates();
  const grown = new HeatStrip(second);
  let endUs = 0;
  for (let step = 0; step < 400; step++) {
    const beginUs = endUs;
    endUs += Math.floor(random() * 200 * ms);
    states.add(beginUs, endUs, Math.floor(random() * 3) / 2, random() < 0.5 ? idle : unknown);
    grown.update(endUs, [states], []);
  }
  const whole = new HeatStrip(second);
  whole.update(endUs, [states], []);
  assert.ok(whole.length > 700, `${whole.length} cells`);
  for (let cell = 0; cell < whole.length; cell++) {
    const difference = Math.abs((whole.busy[cell] ?? 0) - (grown.busy[cell] ?? 0));
    assert.ok(difference < 1e-4, `cell ${cell} is off by ${difference}`);
  }
});
