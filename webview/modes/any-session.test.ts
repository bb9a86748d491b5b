import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baselineOf } from '../../core/analysis/lags/groups/baseline.ts';
import { LineCosts } from '../../core/analysis/source-costs/line-costs.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { weightNames } from '../../core/trees/weights.ts';
import type { Message } from '../../core/wire/schema.ts';
import { beforeSamples, seen, seenAgain, stacks } from '../../tests/core/allocating-thread.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { damagedMessages } from '../../tests/core/damaged-messages.ts';
import { randomMessage } from '../../tests/core/random-messages.ts';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { shopPage } from '../../tests/core/shop-page.ts';
import { streamWithHoles } from '../../tests/core/stream-with-holes.ts';
import { LagListSource } from '../content/lags/lag-list-source.ts';
import { PageSession } from '../content/page-session.ts';
import { RecentRows } from '../content/selection/recent-rows.ts';
import { HeatSource } from '../content/timeline/heat-source.ts';
import { TimelineSource } from '../content/timeline/timeline-source.ts';
import { TracksSource } from '../content/timeline/tracks-source.ts';
import type { FlameContent } from '../flame/content.ts';
import { NO_BOX } from '../flame/rows.ts';
import { INITIAL_VIEW, type ViewState } from '../state/view-state.ts';
import type { TableContent } from '../table/table-view.ts';
import { rowFacts } from '../timeline/tracks/track-facts.ts';
import { ShownGraph } from './mode/graph.ts';
import { modes } from './modes.ts';
import { ShownSandwich } from './sandwich/sandwich-content.ts';
import { ShownTable } from './table/table-content.ts';

const about = { ...shopPage, thresholdUs: 20 * ms };

const app = scriptedApp([idle(20 * ms), message(340 * ms, 'a.b.c:10', 'a.b.d:11'), idle(30 * ms), message(40 * ms, 'a.b.c:12')]);
const allocating = [...beforeSamples(1), seen(5, stacks.load), seenAgain(25, 4_000), seen(30, stacks.parse, 100), seen(45, stacks.poll)];

const random = seededRandom(7);
const streams: Readonly<Record<string, readonly Message[]>> = {
  'nothing at all': [],
  'a hello alone': app.slice(0, 1),
  'an app': app,
  'an app that allocates': allocating,
  'an app of Android with holes': [...streamWithHoles(3, 'android')],
  'an app of iOS with holes': [...streamWithHoles(4, 'ios')],
  'messages of any kind': Array.from({ length: 3_000 }, () => randomMessage(random)),
  'a damaged app': damagedMessages([...app, ...app], random),
  'a damaged app that allocates': damagedMessages(allocating, random),
  'a damaged app with holes': damagedMessages([...streamWithHoles(5, 'android')], random),
};

for (const [name, messages] of Object.entries(streams)) {
  test(`each view of any range, thread and weight can be made of ${name}`, async () => {
    const { ViewContents } = await import('./view-contents.ts');
    const session = new PageSession(about);
    const luck = seededRandom(11);
    const contents = new ViewContents();
    for (let part = 0; part < 3; part++) {
      const from = Math.floor((messages.length * part) / 3);
      for (const each of messages.slice(from, Math.floor((messages.length * (part + 1)) / 3))) session.model.apply(each);
      session.judge();
      for (const thread of session.model.threads.slice(0, 8)) {
        for (let round = 0; round < 6; round++) see(session, thread, anyState(session, luck), contents);
      }
    }
    const costs = new LineCosts(session.model);
    costs.update(session.lags);
    costs.watch(() => true).heat();
    assert.ok(session.model.version >= 0);
  });
}

function anyState({ model }: PageSession, luck: () => number): ViewState {
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(luck() * values.length)];
  const range = () => {
    const [one = 0, other = 0] = [luck() * 1.2 * model.nowUs - 1_000, luck() * 1.2 * model.nowUs].sort((a, b) => a - b);
    return { fromUs: Math.floor(one), toUs: Math.floor(other) };
  };
  return {
    ...INITIAL_VIEW,
    mode: pick(modes)?.id ?? '',
    weight: pick(weightNames) ?? 'wall',
    range: luck() < 0.6 ? range() : undefined,
    range2: luck() < 0.3 ? range() : undefined,
    difference: luck() < 0.3,
    grouped: luck() < 0.5,
    transforms: luck() < 0.4 ? [{ type: 'invert' }] : luck() < 0.3 ? [{ type: 'hideSystem' }] : [],
    search: { text: luck() < 0.3 ? 'a' : '', regex: false, matchCase: false },
    table: { direction: luck() < 0.5 ? 'topDown' : 'bottomUp', sort: 'total', descending: true },
    focus: luck() < 0.5 ? 'a.b.c' : undefined,
    tracks: true,
    heat: true,
  };
}

function see(session: PageSession, thread: Thread, state: ViewState, contents: { content: Views['content'] }): void {
  const { model, lags } = session;
  const bounds = { fromX: 0, toX: model.nowUs };
  const range = state.range ?? { fromUs: 0, toUs: model.nowUs };
  const baseline = baselineOf(model, lags, { session: 'other', title: 'other', thresholdUs: 20 * ms });
  const list = new LagListSource().contents(session, lags, state, baseline);
  const lag = lags.at(-1);
  const { view } = contents.content({
    session,
    state,
    thread,
    lag,
    group: list.group,
    baseline: { baseline, name: 'other' },
    bounds,
    range,
  });
  if (view instanceof ShownTable) seeTable(view.table);
  else if (view instanceof ShownSandwich) {
    seeTable(view.sandwich.functions);
    if (view.sandwich.middle) for (const flame of [view.sandwich.middle.callers, view.sandwich.middle.callees]) seeBoxes(flame);
  } else {
    assert.ok(view instanceof ShownGraph);
    seeBoxes(view.content);
  }
  const shown = { fromX: range.fromUs, toX: range.toUs };
  for (const stutter of session.stutters) session.stutterCulprit(stutter);
  new TimelineSource().data(session, { whole: bounds, bounds }, shown, undefined, { lags, stutters: session.stutters }, new Set());
  // Of a session of centuries the strip has millions of cells.
  if (model.nowUs < 1e12) new HeatSource().data(model, bounds, shown, undefined, lags, true);
  new RecentRows().of(model, lag);
  for (const row of new TracksSource().data(model, bounds, shown, undefined, thread, lags).rows) {
    for (const atUs of [-1, 0, range.fromUs, range.toUs, model.nowUs, model.nowUs + 1]) rowFacts(row, atUs, 1_000);
  }
}

type Views = InstanceType<typeof import('./view-contents.ts')['ViewContents']>;

function seeBoxes({ flame, items, facts }: FlameContent): void {
  for (const row of flame.rows) {
    let boxes = 0;
    for (let box = row.first(); box !== NO_BOX && boxes < 40; box = row.next(box)) {
      items.label(row.item(box));
      facts(row.item(box));
      boxes++;
    }
  }
}

function seeTable({ tree, columns, styleOf }: TableContent): void {
  const open = [0];
  for (const row of open) {
    for (const child of open.length < 200 ? tree.children(row) : []) open.push(child);
    if (row === 0) continue;
    for (const column of columns) tree.value(row, column);
    tree.state(row);
    styleOf(tree.node(row));
  }
}
