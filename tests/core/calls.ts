import { longestLine } from '../../core/analysis/calls/call-lines.ts';
import { ChartWriter } from '../../core/analysis/calls/chart-writer.ts';
import type { StackMap } from '../../core/analysis/calls/stack-map.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { CallColumns } from './call-columns.ts';

export { CallColumns } from './call-columns.ts';

/**
 * A thread's calls in a range by begin, from `ChartWriter`, with a row each.
 * @param stacks maps all stacks to another tree's rows; dropped ones leave a hole
 */
export function calls(model: SessionModel, thread: Thread, rangeBeginUs: number, rangeEndUs: number, stacks?: StackMap): CallColumns {
  const writer = new ChartWriter(model, thread, stacks);
  writer.write(rangeBeginUs, rangeEndUs);
  const { chart } = writer;
  const { parent } = stacks ?? model.nodes;
  const rows = new CallColumns();
  const open: number[] = [];
  const close = (depth: number, endUs: number, slackUs: number): void => {
    while (open.length > depth) rows.close(open.pop() ?? 0, endUs, slackUs);
  };
  for (let piece = 0; piece < chart.length; piece++) {
    const beginUs = chart.beginUs[piece] ?? 0;
    const slackUs = chart.slackUs[piece] ?? 0;
    close(chart.keptBy(piece), beginUs, slackUs);
    for (let depth = open.length; depth < chart.depthOf(piece); depth++) {
      open.push(rows.open(beginUs, depth, longestLine(chart, parent, depth, piece), slackUs));
    }
  }
  close(0, chart.endUs, chart.endSlackUs);
  return rows;
}
