import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simpleMethod } from './method-name.ts';

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
