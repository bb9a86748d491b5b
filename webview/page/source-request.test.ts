import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../core/session/model/model.ts';
import { helloMessage } from '../../tests/core/sample-stream.ts';
import { sourceRequest } from './source-request.ts';

test('a request names the frame’s own place and that of its caller, which opens when the line is of no file', () => {
  const model = new SessionModel();
  model.apply(helloMessage(1_000));
  const method = (id: number, className: string, name: string, sourceFile: string): void => {
    model.apply({ type: 'method', id, class: `Lcom/example/${className};`, name, signature: '()V', sourceFile, modifiers: 1 });
  };
  method(1, 'Shop', 'onClick', 'Shop.kt');
  method(2, 'CartKt', 'total', 'Cart.kt');
  model.apply({ type: 'node', id: 1, parent: 0, method: 1, line: 21, pc: 0 });
  model.apply({ type: 'node', id: 2, parent: 1, method: 2, line: 140, pc: 0 });

  const caller = { class: 'com.example.Shop', file: 'Shop.kt', line: 21 };
  assert.deepEqual(sourceRequest(model, 2), {
    class: 'com.example.CartKt',
    method: 'total',
    file: 'Cart.kt',
    line: 140,
    call: undefined,
    caller,
  });
  assert.equal(sourceRequest(model, 1).caller, undefined);
});
