import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeTurns } from './turn-driver.ts';

test('of several works that wait for their turn, one goes on in each round of the event loop', async () => {
  let worked = 0;
  let areOver = false;
  const perRound: number[] = [];
  const watch = (): void => {
    perRound.push(worked);
    worked = 0;
    if (!areOver) setImmediate(watch);
  };
  setImmediate(watch);
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn++) {
      await nodeTurns.turn();
      worked++;
    }
  };
  await Promise.all([work(), work(), work()]);
  areOver = true;
  assert.equal(Math.max(...perRound), 1);
});
