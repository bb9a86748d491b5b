import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import { float64At, uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { threadSpans } from '../../core/export/thread-spans.ts';

/** Microseconds by thread and stack, `main: Shop.open;Cart.total`. */
export function stackTimes(model: SessionModel): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const thread of model.threads) {
    for (const spans of threadSpans(model, thread)) {
      for (let row = 0; row < spans.length; row++) {
        const key = `${thread.name}: ${stackOf(model, uint32At(spans.node, row))}`;
        times[key] = (times[key] ?? 0) + float64At(spans.endUs, row) - float64At(spans.beginUs, row);
      }
    }
  }
  return times;
}

function stackOf(model: SessionModel, node: number): string {
  const labels: string[] = [];
  for (let at = node; at !== 0; at = uint32At(model.nodes.parent, at)) labels.push(frameOf(model, at).label);
  return labels.reverse().join(';');
}
