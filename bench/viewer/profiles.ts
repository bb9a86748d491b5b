import { open } from 'node:fs/promises';
import { callTree } from '../../core/analysis/calls/call-tree.ts';
import type { SessionModel } from '../../core/session/model/model.ts';

/** Samples written at once. */
const BATCH = 2_000;

/** Writes main's samples in speedscope's sampled format; a sample lasts until the next. */
export async function writeSpeedscope(model: SessionModel, path: string): Promise<void> {
  const samples = model.threads[0]?.samples;
  if (samples === undefined) throw new Error('The recording has no thread.');
  const file = await open(path, 'w');
  const frames = model.methods.map(({ name, sourceFile }) => ({ name, file: sourceFile }));
  const head = `"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":${JSON.stringify(frames)}}`;
  const about = `"type":"sampled","name":"main","unit":"microseconds","startValue":0,"endValue":${model.nowUs}`;
  await file.write(`{${head},"profiles":[{${about},"samples":[`);
  for (let row = 0; row < samples.length; row += BATCH) {
    const count = Math.min(BATCH, samples.length - row);
    const stacks = Array.from({ length: count }, (_, index) => JSON.stringify(stackOf(model, samples.nodeAt(row + index))));
    await file.write(`${row === 0 ? '' : ','}${stacks.join(',')}`);
  }
  const endUs = (row: number): number => (row + 1 < samples.length ? samples.beginUsAt(row + 1) : samples.endUsAt(row)) ?? 0;
  const weights = Array.from({ length: samples.length }, (_, row) => endUs(row) - samples.beginUsAt(row));
  await file.write(`],"weights":[${weights.join(',')}]}]}`);
  await file.close();
}

function stackOf(model: SessionModel, node: number): readonly number[] {
  const frames: number[] = [];
  for (let at = node; at !== 0; at = model.nodes.parent[at] ?? 0) frames.push(model.nodes.method[at] ?? 0);
  return frames.reverse();
}

/** Main's calls aggregated for d3-flame-graph, which has no view over time: a tree of `{ name, value, children }`. */
export function summedTree(model: SessionModel): string {
  const [main] = model.threads;
  if (main === undefined) throw new Error('The recording has no thread.');
  const tree = callTree(model, main, 0, model.nowUs);
  // Children follow their parents, so from the last row on each is complete.
  const children: string[][] = Array.from({ length: tree.length }, () => []);
  for (let row = tree.length - 1; row >= 0; row--) {
    const name = JSON.stringify(row === 0 ? 'all' : (model.methods[tree.method[row] ?? 0]?.name ?? ''));
    const text = `{"name":${name},"value":${Math.round(tree.totalUs[row] ?? 0)},"children":[${(children[row] ?? []).join(',')}]}`;
    if (row === 0) return text;
    children[tree.parent[row] ?? 0]?.push(text);
    children[row] = [];
  }
  return '{}';
}
