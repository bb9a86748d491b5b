import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { attach, Program } from '../program.ts';
import { compileTestAgent } from '../runtime/test-agent.ts';
import { Host } from '../test-host.ts';
import { mainThread, stackOf } from '../thread-stacks.ts';

/** Main is walked at its next safepoint. */
const SAFEPOINT_US = 5_000;
const ROUNDS = 4;

test('a stack that the agent gets late has the time at which it was taken', { timeout: 120_000 }, async () => {
  await using program = await Program.start();
  const library = await compileTestAgent('late-walks', program.folder);
  const { stdout } = await promisify(execFile)('jcmd', [String(program.pid), 'JVMTI.agent_load', library]);
  assert.match(stdout, /return code: 0/);
  using host = await Host.connect(await attach(program));
  await host.until('sample');
  await host.settings({ threads: 0 });
  for (let round = 0; round < ROUNDS; round++) {
    const deep = await program.act('deep 200');
    const flat = await program.act('spin 200');
    await host.reached(flat.endUs);
    const main = mainThread(host).thread;
    const samples = host.all('sample').filter(({ thread, atUs }) => thread === main && atUs > deep.beginUs && atUs < flat.endUs + 200_000);
    const isIn = (node: number, name: string): boolean => stackOf(host, node).some((frame) => frame.startsWith(`Program.${name}:`));
    const inDeep = samples.filter(({ node }) => isIn(node, 'descend'));
    const inFlat = samples.filter(({ node }) => isIn(node, 'spin') && !isIn(node, 'descend'));
    assert.ok(inDeep.length > 0 && inFlat.length > 0);
    for (const { atUs } of inDeep) assert.ok(atUs < deep.endUs + SAFEPOINT_US, `${atUs - deep.endUs} us after its end`);
    for (const { atUs } of inFlat) assert.ok(atUs < flat.endUs + SAFEPOINT_US, `${atUs - flat.endUs} us after its end`);
  }
});
