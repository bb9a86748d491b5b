import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabelFitter, shorterForms } from './fitted-label.ts';

/** W is twice as wide as the rest, 10 pixels each. */
const fitter = new LabelFitter((text) => [...text].reduce((sum, letter) => sum + (letter === 'W' ? 20 : 10), 0));

test('a label is cut so that it fits with its ellipsis', () => {
  assert.equal(fitter.fit('totalPrice', 100), 'totalPrice');
  assert.equal(fitter.fit('totalPrice', 99), 'totalPri…');
  assert.equal(fitter.fit('WWWWilli', 75), 'WWW…');
  assert.equal(fitter.fit('illiWWWW', 75), 'illiW…');
});

test('less than three letters are no label', () => {
  assert.equal(fitter.fit('totalPrice', 39), '');
  assert.equal(fitter.fit('totalPrice', 40), 'tot…');
  assert.equal(fitter.fit('', 5), '');
});

test('the function is read before its class, and the inner class before the outer one', () => {
  // Ten pixels a letter: 15 letters, 10, 5.
  const widths = [150, 149, 100, 99, 50, 49, 39];
  assert.deepEqual(
    widths.map((width) => fitter.fit('Cart.Item.total', width)),
    ['Cart.Item.total', 'Item.total', 'Item.total', 'total', 'total', 'tot…', ''],
  );
});

test('classes and namespaces are distinguished from dots in types, arguments and names of files', () => {
  const forms = (label: string): string => shorterForms(label).join(' | ');
  assert.equal(forms('Cart.sort λ'), 'sort λ');
  assert.equal(forms('Cart.Item (constructor)'), 'Item (constructor)');
  assert.equal(forms('std::vector<a::B>::at'), 'vector<a::B>::at | at');
  assert.equal(forms('(anonymous namespace)::Cart::total(a::B, c.d)'), 'Cart::total(a::B, c.d) | total(a::B, c.d)');
  assert.equal(forms('-[CartView layoutSubviews]'), 'layoutSubviews');
  assert.equal(forms('closure #1 in Cart.total'), '');
  assert.equal(forms('libshop.so + 0x1a40'), '');
  assert.equal(forms('main'), '');
});

test('of a name of 100 KB only the begin is ever measured', () => {
  let letters = 0;
  const counting = new LabelFitter((text) => {
    letters += text.length;
    return text.length * 10;
  });
  const name = 'deep'.repeat(25_000);
  assert.equal(counting.fit(name, 100), 'deepdeepd…');
  assert.equal(counting.fit(name, 1_000_000), `${name.slice(0, 500)}…`);
  // 501 for the whole, twice at most, and some single ones.
  assert.ok(letters < 1_100, `${letters}`);
});
