import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../tests/cpu-time.ts';
import { declarationLines, declarationOffset, declaredLines, mayBeInMethod, simpleMethod, textsAround } from './method-place.ts';

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

test('a method is declared where the innermost block around its line names it', () => {
  const at = (line: number, method: string) => ({ line, method });
  const places = [
    at(17, 'clear'),
    at(9, 'total'),
    at(12, 'total'),
    at(9, 'lambda$total$0'),
    at(3, '<init>'),
    at(8, 'forEach'),
    at(9, 'other'),
  ];
  // `total` begins in line 5, `clear` in line 15. The call of `forEach` is no declaration, a constructor and a lambda have no name.
  assert.deepEqual(declarationLines(java, places), [15, 5, 5, 9, 3, 8, 9]);
  assert.deepEqual(declarationLines('class A { int a() { return 1; }\n  int getB() { return 2; } }', [at(1, 'a'), at(2, 'getB')]), [1, 2]);
});

test('the declaration is the line of the name, below annotations and what was returned before', () => {
  const kotlin =
    'class Cart {\n  @Test\n  override fun <T>\n  total(\n    tax: Int,\n  ): Int {\n    return sum {\n      it.total(tax)\n    }\n  }\n}\n';
  assert.deepEqual(declarationLines(kotlin, [{ line: 8, method: 'total' }]), [4]);
});

test('the texts around a line never overlap, so that together they are no longer than the source', () => {
  for (const source of ['{'.repeat(5_000), '{;'.repeat(5_000), '{}'.repeat(5_000), `class A { int a() {\n${'{ b();'.repeat(1_000)}\n`]) {
    const to = source.indexOf('\n', 20) < 0 ? source.length : source.length - 1;
    const letters = textsAround(source, source.lastIndexOf('\n', to - 1) + 1, to).reduce((sum, text) => sum + text.length, 0);
    assert.ok(letters <= source.length, `${letters} letters of ${source.length}`);
  }
  assert.equal(mayBeInMethod(`${'{'.repeat(200_000)} total(`, 1, 'total'), true);
});

test('places in a source that no person wrote are found without reading it once for each of them', () => {
  const deep = `int a() ${'{'.repeat(20_000)}\n`;
  const wide = `${'word '.repeat(40_000)}{\n}\n${'\n'.repeat(20_000)}`;
  const tookMs = cpuMsOf(() => {
    for (const source of [deep, wide, `${'"/*" '.repeat(40_000)}{\n`]) {
      declarationLines(
        source,
        Array.from({ length: 500 }, (_, n) => ({ line: 2, method: `word${n}` })),
      );
    }
    declarationOffset('word '.repeat(20_000), 'word');
    for (const source of [deep, wide, '@a'.repeat(40_000), `int ${'a<'.repeat(4_000)}word( {`.repeat(10)])
      declaredLines(source, [{ line: 2, method: 'word' }]);
  });
  assert.ok(tookMs < 2_000, `${tookMs} ms`);
});

test('compiled names are reduced to what stands in the source', () => {
  assert.equal(simpleMethod('recompute'), 'recompute');
  assert.equal(simpleMethod('lambda$total$3'), 'total');
  assert.equal(simpleMethod('lambda$total$3$com-example-shop-Cart'), 'total');
  assert.equal(simpleMethod('total$default'), 'total');
  assert.equal(simpleMethod('total-3a7x'), 'total');
});

test('names that stand in no source give nothing to look for', () => {
  for (const name of ['<init>', '<clinit>', 'invokeSuspend', 'invoke', 'lambda$new$0', 'getTotal', 'isOpen']) {
    assert.equal(simpleMethod(name), '', name);
  }
});

test('a Kotlin function is found where it is declared, also as an extension or generic, not where it is called', () => {
  const source = 'val a = total(1)\nfun totals() = 0\ninternal suspend fun <T> Cart.total(): T {\n}';
  assert.equal(declarationOffset(source, 'total'), source.indexOf('total(): T'));
  assert.equal(declarationOffset(source, 'totals'), source.indexOf('totals'));
  assert.equal(declarationOffset(source, 'missing'), 0);
  assert.equal(declarationOffset(source, ''), 0);
});

test('in a changed source a method is found by its declaration, not by calls; of overloads the nearest', () => {
  const changed = `import total;
class Cart {
  @Named("total {") private static final Map<String, int[]> totals() {
    if (total(1) > 0) { return total(2); }
    while (busy) { run(total(() -> { return 1; })); }
    return new total() { };
  }
  @Override public synchronized <T extends Item> List<T>
      total(int tax) throws IOException {
    return cart.total(() -> { });
  }

  int total(int tax, int more) {
    return else_(total(3));
  }
}
`;
  const at = (line: number, method: string) => ({ line, method });
  const places = [at(1, 'total'), at(16, 'lambda$total$0'), at(9, 'totals'), at(5, 'remove'), at(5, '<init>'), at(5, 'run')];
  assert.deepEqual(declaredLines(changed, places), [9, 13, 3, undefined, undefined, undefined]);
  const kotlin =
    'fun main() = total()\nprivate fun Cart.total(): Int =\n  items.total()\nsuspend fun <T> load(): T {\n  return total { load() }\n}\n';
  assert.deepEqual(declaredLines(kotlin, [at(40, 'total'), at(5, 'load'), at(5, 'items')]), [2, 4, undefined]);
});
