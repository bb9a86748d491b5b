import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { streamWithHoles } from '../../tests/core/stream-with-holes.ts';
import type { CallChart } from '../analysis/calls/call-chart.ts';
import { ChartWriter } from '../analysis/calls/chart-writer.ts';
import { MappedChartWriter } from '../analysis/calls/mapped-chart-writer.ts';
import { SessionModel } from '../session/model/model.ts';
import { ModelMethodFacts } from './method-facts.ts';
import type { Transform } from './transform.ts';
import { ViewStacks } from './view-stacks.ts';

function columns(chart: CallChart): readonly (readonly unknown[])[] {
  const pieces = Array.from({ length: chart.length }, (_, piece) => [
    chart.beginUs[piece],
    chart.node[piece],
    chart.keptBy(piece),
    chart.movedAt(piece),
    chart.slackUs[piece],
  ]);
  return [...pieces, [chart.endUs, chart.endSlackUs, chart.depths]];
}

const looper = 'android.os.Looper.loop';
const method = (id: number): string => `com.example.shop.part${id % 40}.Class${id}.method${id}`;

const chains: readonly (readonly Transform[])[] = [
  [{ type: 'hideSystem' }],
  [{ type: 'flattenToApp' }],
  [{ type: 'mergeFunction', function: looper }],
  [{ type: 'focusFunction', function: looper }],
  [{ type: 'dropFunction', function: method(7) }],
  [{ type: 'focusFunction', function: method(3) }],
  [{ type: 'collapseFunction', function: 'android.os.Handler.dispatchMessage' }],
  [{ type: 'hideSystem' }, { type: 'focusCategory', category: 'app' }, { type: 'dropFunction', function: method(11) }],
];

for (const os of ['android', 'ios']) {
  test(`the chart of transformed stacks that is made from the plain one is that of the samples, also while they come and where it was begun ahead (${os})`, () => {
    const random = seededRandom(9);
    for (const [at, chain] of chains.entries()) {
      const model = new SessionModel();
      const facts = new ModelMethodFacts(model, (row) => (row % 3 === 0 ? 'app' : row % 3 === 1 ? 'framework' : 'library'));
      let stacks: ViewStacks | undefined;
      const plain: ChartWriter[] = [];
      const mapped: MappedChartWriter[] = [];
      let count = 0;
      const follow = (): void => {
        stacks ??= chain.reduce((before, transform) => before.transformed(transform, facts), ViewStacks.of(model.nodes));
        stacks.update();
        for (const thread of model.threads) {
          const source = plain[thread.index] ?? new ChartWriter(model, thread);
          plain[thread.index] = source;
          source.update();
          const writer = mapped[thread.index] ?? new MappedChartWriter(model, thread, source, stacks);
          mapped[thread.index] = writer;
          // Some steps ahead, at times none or all.
          let steps = Math.floor(random() * 12);
          for (const _ of writer.ahead(1 + Math.floor(random() * 90))) if (steps-- === 0) break;
          if (random() < 0.7) writer.update();
        }
      };
      for (const message of streamWithHoles(at + 1, os)) {
        model.apply(message);
        if (++count > 600 && count % 131 === 0) follow();
      }
      follow();
      for (const writer of mapped) writer.update();
      assert.ok(stacks);
      for (const thread of model.threads) {
        const whole = new ChartWriter(model, thread, stacks);
        whole.update();
        const grown = mapped[thread.index];
        assert.ok(grown);
        assert.ok(whole.chart.length > 2, JSON.stringify(chain));
        assert.deepEqual(columns(grown.chart), columns(whole.chart), JSON.stringify(chain));
      }
    }
  });
}
