import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../core/session/model/model.ts';
import { nameTest } from '../../core/trees/search/name-test.ts';
import { helloMessage } from '../../tests/core/sample-stream.ts';
import { JoinedNames, SEPARATOR } from './joined-names.ts';
import { MethodNames } from './method-names.ts';

test('each row with a match is found, and no match goes from one name to the next', () => {
  const joined = new JoinedNames();
  const row = (...names: readonly string[]): string => names.map((name) => name + SEPARATOR).join('');
  // Row 3 is tested alone, rows 4 and 5 are of the class 1.
  joined.add([row('com.example.Cart.total', 'total'), row('ab'), row('cd'), ''], [0, 0, 0, 0]);
  joined.add([row('TOTAL'), row('add')], [1, 1]);
  const found = (wanted: string, matchCase: boolean): readonly number[] => [
    ...joined.find(wanted, matchCase, ['', matchCase ? 'List.' : 'list.'], (each) => each === 3),
  ];
  assert.deepEqual(found('total', false), [1, 0, 0, 1, 1, 0]);
  assert.deepEqual(found('total', true), [1, 0, 0, 1, 0, 0]);
  assert.deepEqual(found('bc', true), [0, 0, 0, 1, 0, 0]);
  assert.deepEqual(found('cd', true), [0, 0, 1, 1, 0, 0]);
  assert.deepEqual(found('List', true), [0, 0, 0, 1, 1, 1]);
  assert.deepEqual(found('t.a', true), [0, 0, 0, 1, 0, 1]);
  const passing = (name: string, behind: string): readonly number[] => [
    ...joined.test([(text, from, to) => text.slice(from, to) === name, (text, from, to) => text.slice(from, to) === behind], () => false),
  ];
  assert.deepEqual(passing('total', 'add'), [1, 0, 0, 0, 0, 1]);
});

test('all names together give what each gives alone, also those that come later', () => {
  const model = new SessionModel();
  model.apply(helloMessage(0));
  let id = 0;
  const add = (name: string, of: string): void => {
    id++;
    model.apply({ type: 'method', id, class: of, name, signature: '()V', sourceFile: '', modifiers: 0 });
    model.apply({ type: 'node', id, parent: 0, method: id, line: 1, pc: 0 });
  };
  const classes = ['Lcom/example/Cart;', 'Lcom/example/CartKt;', 'Lcom/example/Cart$1;', '', 'Lcom/example/İstanbul;'];
  const names = ['total', 'sort$lambda$3', 'ΟΔΟΣ', 'a b', 'line\nbreak', `x${'y'.repeat(2_100)}total`, '<init>'];
  for (const of of classes) for (const name of names) add(name, of);
  const methods = new MethodNames(model);
  const expressions = ['^Cart\\.', 'total$', '^com\\..*l$', 'k$', '^b', '^x*$'];
  const searches = ['t', 'total', 'cart.t', 'Cart.total', 'sort', 'σ', 'i', 'e\nb', 'total\ncom', 'constructor', 'yyy', 'nowhere'];
  const compared = (): void => {
    for (const text of [...searches, ...expressions]) {
      for (const matchCase of [true, false]) {
        const search = { text, matchCase, regex: expressions.includes(text) };
        const alone = nameTest(search);
        assert.ok(alone);
        const rows = model.methods.map((_, row) => row);
        assert.deepEqual(rows.filter(methods.find(search, alone)), rows.filter(methods.test(alone)), `${text}, ${matchCase}`);
      }
    }
  };
  compared();
  for (const _ of methods.prepare());
  compared();
  const search = { text: 'total', matchCase: false, regex: false };
  const before = nameTest(search);
  assert.ok(before);
  const matches = methods.find(search, before);
  const last = model.methods.length;
  add('totalLater', 'Lcom/example/Late;');
  assert.deepEqual([matches(last), model.methods[last]?.name], [true, 'totalLater']);
  compared();
});
