import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNoise } from '../../../../core/analysis/chance/interval.ts';
import { FixedRandom } from '../../../../core/analysis/chance/random.ts';
import { type Baseline, baselineOf } from '../../../../core/analysis/lags/groups/baseline.ts';
import { compareWithBaseline, type GroupChange } from '../../../../core/analysis/lags/groups/baseline-comparison.ts';
import { lagGroups } from '../../../../core/analysis/lags/groups/lag-groups.ts';
import { mergedBaseline } from '../../../../core/analysis/lags/groups/merged-baseline.ts';
import { observedUs } from '../../../../core/analysis/threads/observed-time.ts';
import { atOnce } from '../../../../core/session/file/turns.ts';
import { AnalyzedApp, idle, message, ms } from '../../../../tests/core/analyzed-app.ts';
import { type Deed, scriptedApp } from '../../../../tests/core/scripted-app.ts';
import { takeForVsCode } from '../../../../tests/extension/vscode-values.ts';
import { diffCapture } from '../../core/diff-capture.ts';
import { diffFrames } from '../../core/diff-frames.ts';
import { diffSets, type SessionDiff } from '../../core/diff-sets.ts';
import { rowsOf } from '../page-parts.ts';

takeForVsCode(`data:text/javascript,
  export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (place, at) => String(values[at])) };`);

const { diffHtml } = await import('../../cli/diff-html.ts');
const { diffJson } = await import('../../cli/diff-json.ts');
const { diffMarkdown } = await import('../../cli/diff-markdown.ts');
const { diffText } = await import('../../cli/diff-text.ts');
const { comparison, comparisonRows } = await import('../../../../cli/report/comparison.ts');
const { shownComparison } = await import('../../extension/shown-comparison.ts');

const thresholdUs = 100 * ms;
const random = new FixedRandom();

/** Some functions lag, each with a length and number of its own, so that pairs have all kinds of changes. */
function randomDeeds(): readonly Deed[] {
  const lags = ['Cart.total', 'Feed.load', 'Db.open', 'Shop.draw'].flatMap((name) => {
    const [count, usual] = [random.index(14), 100 + random.index(600)];
    return Array.from({ length: count }, () => message((usual + random.index(usual)) * ms, `com.example.${name}:12`));
  });
  return [...lags.flatMap((lag) => [idle((100 + random.index(900)) * ms), lag]), idle(1_000 * ms)];
}

function session(name: string, deeds: readonly Deed[]) {
  const { model, detector } = new AnalyzedApp(thresholdUs).replay(scriptedApp(deeds));
  const capture = atOnce(diffCapture(model, { name, thresholdUs, isAppClass: () => true }));
  return {
    model,
    lags: detector.lags,
    capture,
    baseline: baselineOf(model, detector.lags, { title: name, session: name, thresholdUs }),
  };
}

type Session = ReturnType<typeof session>;

/** A row's word and what it says about chance, on one surface. */
interface ShownRow {
  readonly surface: string;
  readonly change: string;
  readonly chance: string;
}

/** All rows of groups in a comparison, as each surface shows them. */
async function shownRows(before: readonly Session[], now: readonly Session[], diff: SessionDiff): Promise<readonly ShownRow[]> {
  const [then, after] = [before, now].map((side) => side.map(({ capture }) => capture));
  assert.ok(then !== undefined && after !== undefined);
  const frames = atOnce(diffFrames(then, after));
  const diffed = { diff, frames, before: ['before'], now: ['now'], thresholdUs, places: new Map(), warnings: [] };
  const matched = (surface: string, text: string, row: RegExp): readonly ShownRow[] =>
    [...text.matchAll(row)].map(([, change = '', chance = '']) => ({ surface, change, chance }));
  const sets = { before: [{ path: 'before', title: 'before' }], now: [{ path: 'now', title: 'now' }] };
  const groups = rowsOf(shownComparison({ diff, frames, stacks: undefined }, sets).main, 'Groups of lags');
  return [
    ...matched('text', diffText(diffed), /^ +(new|worse|better|gone) +\d+ -> \d+ +(.*)$/gm),
    ...matched('Markdown', diffMarkdown(diffed), /^\| (new|worse|better|gone) \| [^|]*\| ([^|]*) \|/gm),
    ...matched(
      'page',
      await diffHtml(diffed, then, after),
      /<span class="change \w+">(\w+)<\/span>.*<td class="number">(.*?)<\/td><\/tr>/g,
    ),
    ...groups.map((cells) => ({ surface: 'editor', change: cells[0] ?? '', chance: cells.at(-1) ?? '' })),
  ];
}

function changesOf(groups: readonly { readonly key: string; readonly change: GroupChange }[]): ReadonlyMap<string, GroupChange> {
  return new Map(groups.map(({ key, change }) => [key, change]));
}

function compared(before: readonly Session[], now: readonly Session[]): SessionDiff {
  const [then, after] = [before, now].map((side) => side.map(({ capture }) => capture));
  assert.ok(then !== undefined && after !== undefined);
  return atOnce(diffSets(then, after, thresholdUs));
}

/** Chosen by *Compare…*. */
function sideB([first, ...others]: readonly Session[]): Baseline {
  assert.ok(first !== undefined);
  return others.length === 0
    ? first.baseline
    : mergedBaseline(
        [first, ...others].map(({ baseline }) => baseline),
        'side B',
      );
}

const exchanged: Readonly<Partial<Record<GroupChange, GroupChange>>> = { worse: 'better', better: 'worse', same: 'same', few: 'few' };

test('random pairs: no surface calls worse or better what chance may explain, and all call it the same', async () => {
  const seen = new Map<string, number>();
  for (let round = 0; round < 40; round++) {
    const side = (name: string): readonly Session[] =>
      Array.from({ length: 1 + Number(round % 4 === 3) }, (_, at) => session(`${name} ${at}`, randomDeeds()));
    const [before, now] = [side('before'), side('now')];
    const diff = compared(before, now);
    for (const { change, interval, before: was, now: is } of diff.groups) {
      seen.set(change, (seen.get(change) ?? 0) + 1);
      assert.equal(interval === undefined, Math.max(was.count, is.count) < 5);
      if (change === 'worse') assert.ok(interval !== undefined && interval.low > 0);
      if (change === 'better') assert.ok(interval !== undefined && interval.high < 0);
    }
    const rows = await shownRows(before, now, diff);
    const listed = diff.groups.filter(({ change }) => change !== 'same' && change !== 'few');
    assert.equal(rows.length, 4 * listed.length);
    for (const { surface, change, chance } of rows) {
      const isJudged = change === 'worse' || change === 'better';
      assert.ok(!isJudged || !/noise|few/.test(chance), `${surface}: ${change} ${chance}`);
      const signs = [...chance.matchAll(/[+−](?=\d)/g)].map(([sign]) => sign);
      if (isJudged) assert.deepEqual([...new Set(signs)], [change === 'worse' ? '+' : '−'], `${surface}: ${change} ${chance}`);
    }
    const [one, other] = [before[0], now[0]];
    assert.ok(one !== undefined && other !== undefined);
    const json: { readonly groups: Parameters<typeof changesOf>[0] } = JSON.parse(
      diffJson({ diff, frames: undefined, before: [], now: [], thresholdUs, places: new Map(), warnings: [] }),
    );
    assert.deepEqual(changesOf(json.groups), changesOf(diff.groups));
    // Reports and the page’s list compare one session with one, or with several.
    const report = comparison(other.model, other.lags, thresholdUs, sideB(before));
    const withOne = compared(before, [other]);
    const sorted = (changes: ReadonlyMap<string, GroupChange>) => [...changes].sort();
    assert.deepEqual(sorted(changesOf(report.groups)), sorted(changesOf(withOne.groups)));
    const observed = { observedUs: observedUs(other.model), thresholdUs };
    for (const { key, time } of compareWithBaseline(lagGroups(other.lags), sideB(before), observed)) {
      // Baselines have whole microseconds.
      const found = withOne.groups.find((group) => group.key === key);
      if (found === undefined) continue;
      const same = found.interval;
      assert.equal(time.interval === undefined, same === undefined, key);
      assert.ok(Math.abs((time.interval?.low ?? 0) - (same?.low ?? 0)) < 10, key);
      assert.ok(Math.abs((time.interval?.high ?? 0) - (same?.high ?? 0)) < 10, key);
    }
    if (before.length > 1) continue;
    assert.equal(comparisonRows(report).rows.length, listed.length);
    const back = changesOf(compared(now, before).groups);
    for (const [key, change] of changesOf(diff.groups)) {
      const opposite = exchanged[change];
      if (opposite !== undefined) assert.equal(back.get(key), opposite, key);
    }
  }
  // Without each of them, little was tried.
  for (const change of ['new', 'worse', 'better', 'same', 'few', 'gone'])
    assert.ok((seen.get(change) ?? 0) > 2, `${change} ${seen.get(change)}`);
});

test('a session has no verdict against itself', () => {
  for (let round = 0; round < 20; round++) {
    const one = session('one', randomDeeds());
    const { total, groups, functions } = compared([one], [one]);
    assert.ok([total, ...groups, ...functions].every(({ interval }) => isNoise(interval)));
    assert.ok(groups.every(({ change }) => change === 'same' || change === 'few'));
    const { groups: reported } = comparison(one.model, one.lags, thresholdUs, one.baseline);
    assert.ok(reported.every(({ change }) => change === 'same' || change === 'few'));
  }
});
