import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declarationOffset, simpleMethod } from './method-name.ts';

test('compiled names are reduced to what stands in the source', () => {
  assert.equal(simpleMethod('recompute'), 'recompute');
  assert.equal(simpleMethod('lambda$total$3'), 'total');
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
