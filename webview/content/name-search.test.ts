import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dottedClass } from '../../core/analysis/frames/class-names.ts';
import { readableLabel, readableName } from '../../core/analysis/frames/readable-name.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { nameTest } from '../../core/trees/search/name-test.ts';
import { ViewStacks } from '../../core/trees/view-stacks.ts';
import { viewTree } from '../../core/trees/view-tree.ts';
import { idle, message, ms } from '../../tests/core/analyzed-app.ts';
import { ListedStacks } from '../../tests/core/listed-stacks.ts';
import { helloMessage } from '../../tests/core/sample-stream.ts';
import { scriptedApp } from '../../tests/core/scripted-app.ts';
import { NameSearch } from './name-search.ts';
import { matchedInStacks, matchedTime } from './sums/matched-time.ts';

test('time below a match counts, and each stack once', () => {
  const stacks = new ListedStacks([
    { stack: ['main', 'draw', 'paint'], us: 10 },
    { stack: ['main', 'draw', 'list', 'draw'], us: 20 },
    { stack: ['main', 'load'], us: 70 },
    { stack: ['main', 'outside'], us: 0 },
  ]);
  const tree = viewTree(stacks.nodes, ViewStacks.of(stacks.nodes), stacks.weights);
  const named = (...names: readonly string[]) => {
    const matches = (method: number): boolean => names.includes(stacks.key(method));
    const inTree = matchedTime(tree, 'wall', matches);
    assert.deepEqual(matchedInStacks(stacks.nodes, stacks.weights, 'wall', matches), inTree);
    return inTree;
  };
  assert.deepEqual(named('draw'), { matched: 30, of: 100, frames: 1 });
  assert.deepEqual(named('draw', 'paint', 'load'), { matched: 100, of: 100, frames: 3 });
  assert.deepEqual(named('nowhere'), { matched: 0, of: 100, frames: 0 });
  assert.deepEqual(named('outside'), { matched: 0, of: 100, frames: 0 });
  assert.equal(matchedTime(tree, 'samples', (method) => stacks.key(method) === 'load').matched, 1);
});

test('functions are found by their full name and as they are shown; a wrong expression is reported, and finds nothing', () => {
  const model = new SessionModel();
  for (const fact of scriptedApp([idle(20 * ms), message(40 * ms, 'com.example.Feed.show:10'), idle(20 * ms)])) model.apply(fact);
  const search = new NameSearch();
  const found = (text: string, regex: boolean): readonly string[] => {
    const { matches } = search.of(model, { text, regex, matchCase: true });
    return model.methods.filter((_, method) => matches?.(method)).map(({ name }) => name);
  };
  assert.deepEqual(found('example.Feed', false), ['show']);
  assert.deepEqual(found('^Feed\\.s', true), ['show']);
  assert.deepEqual(found('^com\\.example\\.Feed\\.show$', true), ['show']);
  const wrong = search.of(model, { text: '(', regex: true, matchCase: true });
  assert.deepEqual([wrong.matches, wrong.error?.problem], [undefined, 'unclosed']);
  assert.deepEqual(search.of(model, { text: '', regex: true, matchCase: true }), { matches: undefined, error: undefined });
});

test('what is found class by class is what each full name and each shown name says alone', () => {
  const model = new SessionModel();
  model.apply(helloMessage(0));
  const classes = [
    'Lcom/example/Cart;',
    'Lcom/example/CartKt;',
    'LCart;',
    'Lcom/example/Cart$Item;',
    'Lcom/example/Cart$1;',
    '',
    'La/b$$Lambda$3;',
  ];
  const names = ['total', 'total$default', 'lambda$sort$0', '<init>', 'invoke', 'total-3a7xKb', 'Item', `x${'y'.repeat(2100)}`, 'straße'];
  let id = 0;
  for (const className of classes) {
    for (const name of names) {
      model.apply({ type: 'method', id: ++id, class: className, name, signature: '()V', sourceFile: '', modifiers: 1 });
    }
  }
  const texts = ['cart.t', 'Cart.total', 'm.e', 'sort λ', 'item', 'y', 'SSE', 'xample.Cart', '(constructor)', 'Kt', 'e.total'];
  const expressions = ['^Cart\\.', '^total', 'total$', '^com\\..*\\$', '\\btotal', 'art\\.t|^I', '(^S|Item)'];
  const search = new NameSearch();
  let found = 0;
  for (const text of [...texts, ...expressions]) {
    for (const matchCase of [true, false]) {
      const searched = { text, regex: expressions.includes(text), matchCase };
      const { matches } = search.of(model, searched);
      const passes = nameTest(searched)?.after('');
      for (const [method, row] of model.methods.entries()) {
        const dotted = dottedClass(row.class);
        const full = dotted === '' ? row.name : `${dotted}.${row.name}`;
        const shown = row.short || readableLabel(readableName(dotted, row.name));
        const expected = passes?.(full) === true || passes?.(shown) === true;
        assert.equal(matches?.(method), expected, `${text} in ${full}, ${shown}`);
        if (expected) found++;
      }
    }
  }
  assert.ok(found > 200);
});
