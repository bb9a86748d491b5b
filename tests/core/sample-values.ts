import type { SampleColumns } from '../../core/session/columns/sample-columns.ts';

export const sampleColumns = ['beginUs', 'endUs', 'node', 'state', 'cpuUs', 'leadCpuUs', 'allocatedBytes', 'leadAllocatedBytes'] as const;

/** A column's values by row; none without a thread. */
export function sampleValues(
  samples: SampleColumns | undefined,
  column: (typeof sampleColumns)[number],
  rows = samples?.length ?? 0,
): readonly number[] {
  return samples === undefined ? [] : Array.from({ length: rows }, (_, row) => samples[`${column}At`](row));
}
