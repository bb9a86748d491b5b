import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListedStacks } from '../../tests/core/listed-stacks.ts';
import { transformChoices } from './frame-transforms.ts';

const stacks = new ListedStacks([{ stack: ['r:main', 'a:shop.show'], us: 1 }]);
const method = stacks.method('a:shop.show');

test('each transform has the letter that Firefox’ profiler has for it, and those that it has not one of their own', () => {
  const choices = transformChoices({ node: 2, method, path: ['r:main', 'a:shop.show'] }, stacks);
  // From its sources, src/components/shared/CallNodeContextMenu: `shortcut`.
  const firefox = {
    ...{ f: 'focusFunction', F: 'focusSubtree', g: 'focusCategory', m: 'mergeFunction', M: 'mergeNode', d: 'dropFunction' },
    ...{ c: 'collapseFunction', C: 'collapseLibrary', r: 'collapseRecursion', R: 'collapseDirectRecursion' },
  };
  const letters = choices.map(({ letter, transform }) => [letter, transform.type]);
  assert.deepEqual(letters, Object.entries({ ...firefox, h: 'hideSystem', a: 'flattenToApp', i: 'invert' }));
});

test('a frame whose place in stacks is not known has no transforms of the place', () => {
  const types = transformChoices({ node: 2, method, path: undefined }, stacks).map(({ transform }) => transform.type);
  assert.ok(!types.includes('focusSubtree') && !types.includes('mergeNode'));
  assert.ok(types.includes('focusFunction'));
});

test('without a frame there is what needs none', () => {
  const choices = transformChoices(undefined, stacks);
  assert.deepEqual(choices, [
    { letter: 'h', transform: { type: 'hideSystem' } },
    { letter: 'a', transform: { type: 'flattenToApp' } },
    { letter: 'i', transform: { type: 'invert' } },
  ]);
});

test('transforms name what is chosen', () => {
  const choices = transformChoices({ node: 2, method, path: ['r:main', 'a:shop.show'] }, stacks);
  const byLetter = Object.fromEntries(choices.map(({ letter, transform }) => [letter, transform]));
  assert.deepEqual(byLetter.f, { type: 'focusFunction', function: 'a:shop.show' });
  assert.deepEqual(byLetter.M, { type: 'mergeNode', path: ['r:main', 'a:shop.show'] });
  assert.deepEqual(byLetter.g, { type: 'focusCategory', category: 'app' });
  assert.deepEqual(byLetter.C, { type: 'collapseLibrary', library: 'shop' });
});
