import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SessionModel } from '../../core/session/model/model.ts';
import { ViewStacks } from '../../core/trees/view-stacks.ts';
import { type ViewTree, viewTree } from '../../core/trees/view-tree.ts';
import { StackWeights } from '../../core/trees/weights.ts';
import { Program } from '../../tests/agent/program.ts';
import { untilCapture } from '../../tests/host/until-capture.ts';
import { AgentFiles } from '../devices/agent-files.ts';
import { JvmProvider } from '../devices/jvm/jvm-provider.ts';
import { Capture } from './capture.ts';
import { defaultSampling } from './capture-state.ts';

const agents = new AgentFiles(fileURLToPath(new URL('../../device-agents/prebuilt', import.meta.url)));

/** Main's calls from a time on, as a tree. */
function treeOf(model: SessionModel, beginUs: number): ViewTree {
  const main = model.threads.find(({ isMain }) => isMain);
  assert.ok(main);
  const weights = new StackWeights(model);
  weights.add(main, beginUs, model.nowUs);
  return viewTree(model.nodes, ViewStacks.of(model.nodes), weights);
}

/** Bytes below a method. */
function allocatedIn(model: SessionModel, tree: ViewTree, name: string): number {
  const rows = Array.from({ length: tree.length }, (_, row) => row).filter((row) => model.methods[tree.method[row] ?? 0]?.name === name);
  return rows.reduce((sum, row) => sum + (tree.total.allocated[row] ?? 0), 0);
}

test('the bytes that a program is known to make are found below the functions that made them', { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-allocations-'));
  await using program = await Program.start();
  const sampling = { ...defaultSampling, allocations: true };
  const capture = new Capture({
    ...{ device: await new JvmProvider(agents).open('jvm'), target: { app: 'Program', pid: program.pid }, launch: false },
    ...{ sampling, path: join(folder, 'one.laglens'), version: '0.0.0' },
  });
  try {
    const model = new SessionModel();
    capture.on('piece', ({ messages }) => {
      for (const message of messages) model.apply(message);
    });
    await capture.start(new AbortController().signal);
    // Main stands still, and was looked at: what it makes from here on is reported.
    await untilCapture(capture, () => (model.threads.find(({ isMain }) => isMain)?.samples.length ?? 0) > 0 && model.nowUs > 200_000);
    const beginUs = model.nowUs;
    await program.act('allocate 24');
    const endUs = model.nowUs;
    await untilCapture(capture, () => model.nowUs > endUs + 500_000);
    assert.ok(model.hasAllocations);
    // Program.java: 24 times 3 MiB below makeMuch in a second and more, then 24 times 1 MiB below makeLittle. What is between two samples at that
    // border may be half a second long on a busy computer, and counts half of each.
    const tree = treeOf(model, beginUs);
    const all = tree.total.allocated[0] ?? 0;
    assert.ok(all > 95 * 2 ** 20 && all < 102 * 2 ** 20, `${all} bytes`);
    const much = allocatedIn(model, tree, 'makeMuch') / all;
    const little = allocatedIn(model, tree, 'makeLittle') / all;
    assert.ok(Math.abs(much - 0.75) < 0.2 && Math.abs(little - 0.25) < 0.2, `${much} and ${little}`);
    // Nobody asks for them any more.
    capture.configure({ ...sampling, allocations: false });
    await untilCapture(capture, () => model.runs[0]?.settings?.allocations === undefined);
  } finally {
    await capture.stop();
    await rm(folder, { recursive: true });
  }
});
