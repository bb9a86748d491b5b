import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attach, Program } from '../program.ts';
import { Host } from '../test-host.ts';
import { checkAllocations } from './allocations.ts';

test('a desktop virtual machine reports what a thread allocated, as soon and as long as a host asks', { timeout: 600_000 }, async () => {
  await using program = await Program.start();
  using host = await Host.connect(await attach(program));
  await checkAllocations(program, host);
});

test('what is allocated is reported from the first sample on when the options ask for it', { timeout: 600_000 }, async () => {
  await using program = await Program.start();
  using host = await Host.connect(await attach(program, { more: 'allocations=1' }));
  assert.equal((await host.until('settings')).allocations, 1);
  await program.act('allocate 1');
  await host.until('sample', ({ allocatedBytes = 0 }) => allocatedBytes > 0);
});

test('a virtual machine without a management bean says that it cannot count, and goes on', { timeout: 600_000 }, async () => {
  // Of the modules of the JDK only the base: there is no com.sun.management.
  await using program = await Program.start('--limit-modules', 'java.base,jdk.attach,jdk.internal.jvmstat');
  using host = await Host.connect(await attach(program));
  await host.until('sample');
  await host.settings({ allocations: 1 });
  assert.equal(host.all('settings').at(-1)?.allocations, undefined);
  await host.until('log', ({ text }) => text === 'this virtual machine does not report what threads allocate');
  const span = await program.act('spin 100');
  await host.reached(span.endUs);
});
