import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeInMethod } from './method-place.ts';

const java = `package com.example; // {
class Cart implements Comparator<Item> {
  private final List<Item> items = new ArrayList<>();
  /* void total() { */
  int total(int tax) {
    String open = "{ total";
    for (int i = 0; i < 3; i++) {
      items.forEach(item -> {
        add('{', item);
      });
    }
    return 0;
  }

  void clear() {
    items.clear();
  }
}
`;

/** Lines, from 1, in which a method may be. */
function linesOf(source: string, method: string): readonly number[] {
  return source.split('\n').flatMap((_text, index) => (mayBeInMethod(source, index + 1, method) ? [index + 1] : []));
}

// Line 2 is that of the class, which bridge methods have; 4 and 14 are part of the text before a method, as annotations are.
test('a Java method is in the lines of its blocks, whatever comments and literals hold', () => {
  assert.deepEqual(linesOf(java, 'total'), [2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  assert.deepEqual(linesOf(java, 'lambda$total$0'), linesOf(java, 'total'));
  assert.deepEqual(linesOf(java, 'clear'), [2, 14, 15, 16, 17]);
  assert.deepEqual(linesOf(java, 'remove'), [2]);
});

test('a Kotlin function without braces is in the lines of its expression', () => {
  const kotlin = `val a = 1

class A {
  fun total() =
    sum("\${a.map { "x" }}",
      2)
}
fun other() {
  a()
}`;
  assert.deepEqual(linesOf(kotlin, 'total'), [3, 4, 5, 6, 7]);
  assert.deepEqual(linesOf(kotlin, 'other'), [3, 8, 9, 10]);
});

test('names that stand in no source are in every line, and an unknown line is in every method', () => {
  assert.ok(mayBeInMethod(java, 16, '<init>'));
  assert.ok(mayBeInMethod(java, 16, 'invokeSuspend'));
  assert.ok(mayBeInMethod(java, 0, 'total'));
});

test('no method is behind the end of the source', () => {
  assert.equal(mayBeInMethod(java, 100, 'total'), false);
  assert.equal(mayBeInMethod('', 2, 'total'), false);
});
