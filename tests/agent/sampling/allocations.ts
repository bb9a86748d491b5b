import assert from 'node:assert/strict';
import type { Program } from '../program.ts';
import type { Host } from '../test-host.ts';
import { mainThread } from '../thread-stacks.ts';

/** Rounds of `allocate`, and Program.java's bytes in them: each has 400 arrays of a 400th of 3 MiB, and as many of 1 MiB. */
const ROUNDS = 3;
const MADE_BYTES = ROUNDS * 400 * (Math.floor((3 * 2 ** 20) / 400) + Math.floor(2 ** 20 / 400));

/** Main's reported bytes since a message. */
function reportedBytesSince(host: Host, from: number): number {
  const main = mainThread(host).thread;
  return host.messages.slice(from).reduce((sum, message) => {
    const isMain = (message.type === 'sample' || message.type === 'run') && message.thread === main;
    return isMain ? sum + (message.allocatedBytes ?? 0) : sum;
  }, 0);
}

/** Two ticks from now, main was sampled in between. */
async function awaitTwoTicks(host: Host): Promise<void> {
  const known = host.all('tick').length;
  await host.until('tick', (tick) => host.all('tick').indexOf(tick) > known);
}

/** Nothing is reported before a request; then the program's known bytes, then nothing. */
export async function checkAllocations(program: Program, host: Host): Promise<void> {
  const { capabilities } = await host.until('hello');
  assert.deepEqual(
    capabilities.find(({ name }) => name === 'allocations'),
    { name: 'allocations', enabled: 1, why: '' },
  );
  await host.until('sample');
  const made = async (): Promise<number> => {
    await awaitTwoTicks(host);
    const from = host.messages.length;
    const span = await program.act(`allocate ${ROUNDS}`);
    await host.reached(span.endUs);
    return reportedBytesSince(host, from);
  };
  assert.equal(await made(), 0);
  await host.settings({ allocations: 1 });
  assert.equal(host.all('settings').at(-1)?.allocations, 1);
  const reported = await made();
  // Each array has a header of 12 or 16 bytes; reading and answering a line takes some more.
  assert.ok(reported >= MADE_BYTES && reported < MADE_BYTES * 1.03, `${reported} bytes were reported of ${MADE_BYTES}`);
  await host.settings({});
  assert.equal(host.all('settings').at(-1)?.allocations, undefined);
  assert.equal(await made(), 0);
}
