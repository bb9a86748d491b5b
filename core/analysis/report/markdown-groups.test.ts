import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked } from 'marked';
import { attacks } from '../../../tests/core/attacks.ts';
import { lockModel } from '../../../tests/core/scripted-locks.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import { markdownTexts } from '../../text/markdown-text.ts';
import { appClassPredicate } from '../frames/app-classes.ts';
import { AppMethods } from '../frames/app-methods.ts';
import { LagDetector } from '../lags/detect/lag-detector.ts';
import { lagGroups } from '../lags/groups/lag-groups.ts';
import { groupTable } from './markdown-groups.ts';

const COLUMNS = 6;
const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example'] });

/** Of one group: main waits for a lock of this class, as often as said, and works once where `works`. */
function tableOf(lockClass: string, waits: number, works = false): string {
  const wait = { thread: 'main', for: lockClass, from: 100, to: 900, owners: { 120: 'db' } };
  const stacks = [{ thread: 'main', at: 0, stack: ['com.example.Cart.total'], state: threadState.monitor }];
  const { model } = lockModel(['main', 'db'], [wait], stacks, 1_000, { from: 90, to: 910 });
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const [lag, ...more] = judge.lags;
  assert.ok(lag !== undefined && more.length === 0);
  const { waitsOn, ...rest } = lag;
  assert.ok(waitsOn !== undefined);
  const length = lag.endUs - lag.beginUs;
  const busy = { ...rest, busyUs: length, blockedUs: 0 };
  const [group, ...others] = lagGroups(Array.from({ length: waits }, () => ({ ...lag })));
  assert.ok(group !== undefined && others.length === 0);
  const [table = ''] = groupTable(
    model,
    [{ ...group, lags: [...group.lags, ...(works ? [busy] : [])] }],
    1,
    new AppMethods(model, isAppClass),
    markdownTexts(),
  );
  return table;
}

test('a group has its most common cause, and says of how many lags it is', () => {
  assert.equal(tableOf('Repo', 2).split('\n')[0], '| lags | total | longest | function | line | cause |');
  assert.match(tableOf('Repo', 2), / \| [^|:]*`Repo`[^|:]* \|$/);
  assert.match(tableOf('Repo', 2, true), / \| 2 of 3: [^|:]*`Repo`[^|:]* \|$/);
  assert.match(tableOf('Repo', 25), / \| [^|:]*`Repo`[^|:]* \|$/);
  assert.match(tableOf('Repo', 25, true), / \| 19 of the latest 20: [^|:]*`Repo`[^|:]* \|$/);
});

for (const [attack, text] of Object.entries({ ...attacks, 'a bar between backticks': 'a`|`b' })) {
  test(`${attack} as the name of a lock stays in the cause’s cell`, () => {
    const [, , ...rows] = tableOf(text.replaceAll(/[;\n]/g, ''), 2).split('\n');
    // Cells beyond the head's would be dropped.
    const wide = [`|${' x |'.repeat(2 * COLUMNS)}`, `|${' --- |'.repeat(2 * COLUMNS)}`, ...rows].join('\n');
    const [token] = marked.lexer(wide);
    assert.ok(token?.type === 'table' && 'rows' in token && token.rows.length === 1);
    const cells = token.rows[0]?.map((cell: { readonly text: string }) => cell.text) ?? [];
    assert.ok(cells[COLUMNS - 1] !== '' && cells.slice(COLUMNS).every((cell: string) => cell === ''), cells.join(' / '));
    const kinds = new Set(token.rows[0]?.[COLUMNS - 1]?.tokens.map(({ type }: { readonly type: string }) => type));
    assert.ok(kinds.delete('codespan') && kinds.delete('text') && kinds.size === 0, wide);
  });
}
