import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabelFitter } from './fitted-label.ts';

/** W is twice as wide as the rest, 10 pixels each. */
const fitter = new LabelFitter((text) => [...text].reduce((sum, letter) => sum + (letter === 'W' ? 20 : 10), 0));

test('a label is cut so that it fits with its ellipsis', () => {
  assert.equal(fitter.fit('Cart.total', 100), 'Cart.total');
  assert.equal(fitter.fit('Cart.total', 99), 'Cart.tot…');
  assert.equal(fitter.fit('WWWWilli', 75), 'WWW…');
  assert.equal(fitter.fit('illiWWWW', 75), 'illiW…');
});

test('less than three letters are no label', () => {
  assert.equal(fitter.fit('Cart.total', 39), '');
  assert.equal(fitter.fit('Cart.total', 40), 'Car…');
  assert.equal(fitter.fit('', 5), '');
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
  // 1 + 2 + … + 501 for its prefixes.
  assert.ok(letters < 130_000, `${letters}`);
});
