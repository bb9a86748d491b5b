import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldOrder } from './held-order.ts';

const list = (text: string): readonly { readonly id: string }[] => [...text].map((id) => ({ id }));
const textOf = ({ items, fresh }: { readonly items: readonly { readonly id: string }[]; readonly fresh: number }): string =>
  `${items.map(({ id }) => id).join('')} ${fresh}`;

test('a held list keeps its order, and new rows come first, counted', () => {
  const order = new HeldOrder();
  assert.equal(textOf(order.rows(list('abc'), 'newest', false, true)), 'abc 0');
  assert.equal(textOf(order.rows(list('cab'), 'newest', true, true)), 'abc 0', 'by another length');
  assert.equal(textOf(order.rows(list('cdab'), 'newest', true, true)), 'dabc 1');
  assert.equal(textOf(order.rows(list('ecdab'), 'newest', true, true)), 'edabc 2');
  assert.equal(textOf(order.rows(list('ecdb'), 'newest', true, true)), 'edbc 2', 'one is gone');
  assert.equal(textOf(order.rows(list('ecb'), 'newest', true, true)), 'ebc 1', 'and a new one');
  assert.equal(textOf(order.rows(list('ecb'), 'newest', false, true)), 'ecb 0');
});

test('another arrangement is a new list, and a release begins one', () => {
  const order = new HeldOrder();
  order.rows(list('abc'), 'newest', false, true);
  assert.equal(textOf(order.rows(list('cba'), 'longest', true, true)), 'cba 0');
  assert.equal(textOf(order.rows(list('dcba'), 'longest', true, true)), 'dcba 1');
  order.release();
  assert.equal(textOf(order.rows(list('abdc'), 'longest', true, true)), 'abdc 0');
});

test('rows of a file are not new while it is read, whoever points at the list', () => {
  const order = new HeldOrder();
  assert.equal(textOf(order.rows([], 'newest', true, false)), ' 0');
  assert.equal(textOf(order.rows(list('a'), 'newest', true, false)), 'a 0');
  assert.equal(textOf(order.rows(list('cba'), 'newest', true, false)), 'cba 0');
});

test('a list that was held live stays held when the capture stops, not when its session is read again', () => {
  const order = new HeldOrder();
  order.rows(list('ba'), 'newest', true, true);
  assert.equal(textOf(order.rows(list('cab'), 'newest', true, true)), 'cba 1');
  assert.equal(textOf(order.rows(list('dcab'), 'newest', true, false)), 'dcba 2');
  order.rows([], 'newest', true, false);
  assert.equal(textOf(order.rows(list('dcba'), 'newest', true, false)), 'dcba 0');
});
