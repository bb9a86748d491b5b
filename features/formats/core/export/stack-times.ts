import { float64At, uint32At } from '../../../../core/columns/at.ts';
import type { StackSpans } from './thread-spans.ts';

/** Adds the spans' microseconds by node. */
export function addTimes(us: Map<number, number>, spans: StackSpans): void {
  for (let row = 0; row < spans.length; row++) {
    const node = uint32At(spans.node, row);
    us.set(node, (us.get(node) ?? 0) + float64At(spans.endUs, row) - float64At(spans.beginUs, row));
  }
}
