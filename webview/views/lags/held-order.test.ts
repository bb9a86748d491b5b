import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldOrder } from './held-order.ts';

const list = (text: string): readonly { readonly id: string }[] => [...text].map((id) => ({ id }));
const textOf = ({ items, fresh }: { readonly items: readonly { readonly id: string }[]; readonly fresh: number }): string =>
  `${items.map(({ id }) => id).join('')} ${fresh}`;

test('a held list keeps its order, and new rows come first, counted', () => {
  const order = new HeldOrder();
  assert.equal(textOf(order.rows(list('abc'), 'newest', false)), 'abc 0');
  assert.equal(textOf(order.rows(list('cab'), 'newest', true)), 'abc 0', 'by another length');
  assert.equal(textOf(order.rows(list('cdab'), 'newest', true)), 'dabc 1');
  assert.equal(textOf(order.rows(list('ecdab'), 'newest', true)), 'edabc 2');
  assert.equal(textOf(order.rows(list('ecdb'), 'newest', true)), 'edbc 2', 'one is gone');
  assert.equal(textOf(order.rows(list('ecb'), 'newest', true)), 'ebc 1', 'and a new one');
  assert.equal(textOf(order.rows(list('ecb'), 'newest', false)), 'ecb 0');
});

test('another arrangement is a new list, and a release begins one', () => {
  const order = new HeldOrder();
  order.rows(list('abc'), 'newest', false);
  assert.equal(textOf(order.rows(list('cba'), 'longest', true)), 'cba 0');
  assert.equal(textOf(order.rows(list('dcba'), 'longest', true)), 'dcba 1');
  order.release();
  assert.equal(textOf(order.rows(list('abdc'), 'longest', true)), 'abdc 0');
});
