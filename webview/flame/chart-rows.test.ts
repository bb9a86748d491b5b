import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChartWriter } from '../../core/analysis/calls/chart-writer.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { calls } from '../../tests/core/calls.ts';
import { sampleStream } from '../../tests/core/sample-stream.ts';
import { depthOf, pieceOf } from './call-item.ts';
import { chartRows } from './chart-rows.ts';
import { boxAt, type FlameRows, NO_BOX, rowsOf } from './rows.ts';

const model = new SessionModel();
for (const message of sampleStream({ seed: 12, samples: 3_000, threads: 1, depth: 40, methods: 60, nodes: 900 })) model.apply(message);

/** The same calls as pieces, and as a row each. */
function both(): readonly [pieces: FlameRows, columns: FlameRows] {
  const [thread] = model.threads;
  assert.ok(thread);
  const writer = new ChartWriter(model, thread);
  writer.update();
  const all = calls(model, thread, 0, Number.POSITIVE_INFINITY);
  const columns = rowsOf({ count: all.length, depth: all.depth, begin: all.beginUs, end: all.endUs }, 0, model.nowUs);
  return [chartRows(writer.chart, model.nodes, 0, model.nowUs), columns];
}

test('rows of a chart have the boxes that a row for each call has, in both directions', () => {
  const [pieces, columns] = both();
  assert.equal(pieces.rows.length, columns.rows.length);
  for (const [depth, row] of pieces.rows.entries()) {
    const other = columns.rows[depth];
    assert.ok(other);
    let box = row.first();
    let last = NO_BOX;
    for (let at = other.first(); at !== NO_BOX; at = other.next(at)) {
      assert.deepEqual([row.begin(box), row.end(box)], [other.begin(at), other.end(at)]);
      assert.equal(row.previous(box), last);
      assert.ok(row.has(box));
      const middle = (row.begin(box) + row.end(box)) / 2;
      assert.deepEqual([row.firstEndingAfter(middle), depthOf(row.item(box)), pieceOf(row.item(box))], [box, depth, box]);
      last = box;
      box = row.next(box);
    }
    assert.deepEqual([box, row.last()], [NO_BOX, last]);
  }
});

test('at any zoom a pixel shows a call that is there, and a call that fills a pixel is reported with its ends', () => {
  const [pieces, columns] = both();
  const width = 300;
  for (const [share, from] of [
    [1, 0],
    [0.31, 0.2],
    [0.043, 0.7],
    [0.002, 0.51],
  ] as const) {
    const view = { fromX: model.nowUs * from, toX: model.nowUs * (from + share) };
    const pixelUs = (view.toX - view.fromX) / width;
    /** Columns that are drawn, by depth. */
    const drawn = pieces.rows.map(() => new Uint8Array(width));
    const visited = new Set<string>();
    pieces.visitVisible(0, pieces.rows.length - 1, view, width, {
      narrow(depth, x, item, _alike, covered) {
        const row = pieces.rows[depth];
        assert.ok(row && drawn[depth]);
        drawn[depth][x] = 1;
        const box = row.firstEndingAfter(view.fromX + x * pixelUs);
        assert.ok(row.begin(box) < view.fromX + (x + 1) * pixelUs + 1e-6, 'some call is in the column');
        assert.equal(depthOf(item), depth);
        const moments = [x, x + 0.5, x + 1].map((at) => boxAt(columns.rows[depth], view.fromX + at * pixelUs) !== NO_BOX);
        assert.equal(covered, Math.max(1, moments.filter(Boolean).length));
      },
      box(depth, box, left, right) {
        const row = pieces.rows[depth];
        assert.ok(row);
        assert.ok(row.has(box));
        assert.ok(Math.abs(Math.max(view.fromX, row.begin(box)) - view.fromX - left * pixelUs) < 1e-3);
        assert.ok(Math.abs(Math.min(view.toX, row.end(box)) - view.fromX - right * pixelUs) < 1e-3);
        drawn[depth]?.fill(1, Math.floor(left), Math.ceil(right));
        visited.add(`${depth} ${row.begin(box)}`);
      },
    });
    for (const [depth, row] of columns.rows.entries()) {
      for (let box = row.first(); box !== NO_BOX; box = row.next(box)) {
        const begin = Math.max(view.fromX, row.begin(box));
        const end = Math.min(view.toX, row.end(box));
        if (begin >= end) continue;
        if (end - begin > 2 * pixelUs) assert.ok(visited.has(`${depth} ${row.begin(box)}`), `${depth} ${begin} ${end}`);
        // Something is drawn at its place.
        const x = Math.min(width - 1, Math.floor(((begin + end) / 2 - view.fromX) / pixelUs));
        assert.equal(drawn[depth]?.[x], 1, `${depth} ${x}`);
      }
    }
  }
});
