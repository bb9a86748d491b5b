import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportReport } from '../import/import-report.ts';
import { SessionBuilder } from '../import/session-builder.ts';
import { JoinedStacks } from './joined-stacks.ts';

test('frames below slices have one bound for all threads; samples beyond it count for their slice', () => {
  const report = new ImportReport('test');
  const builder = new SessionBuilder(report);
  const frame = (name: string): number => builder.frame({ function: name });
  const sampled = ['a', 'b', 'c'].reduce((parent, name) => builder.stack(parent, frame(name)), 0);
  const slices = [1, 2, 3].map((at) => ({ beginUs: at, endUs: at + 1, stack: builder.stack(0, frame(`slice ${at}`)) }));
  const joined = new JoinedStacks(builder, 6);
  const depths = [slices, slices].map((own) =>
    [...joined.join(own, [{ beginUs: 1, endUs: 4, stack: sampled }])].map(({ stack }) => builder.stacks.path(stack).length),
  );
  // Two slices with three frames below; known ones cost nothing again.
  assert.deepEqual(depths, [
    [4, 4, 1],
    [4, 4, 1],
  ]);
  assert.match(report.text, /Skipped: 6 frames of samples beyond the bound of those below slices\./);
});
