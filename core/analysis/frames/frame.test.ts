import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import { appClassPredicate, appPrefixesOf } from './app-classes.ts';
import { callSiteOf, frameOf } from './frame.ts';

const smap = `SMAP
Cart.kt
Kotlin
*S Kotlin
*F
+ 1 Cart.kt
com/example/shop/CartKt
+ 2 Lists.kt
com/example/lists/ListsKt
*L
1#1,13:1
3#2,4:14
*S KotlinDebug
*F
+ 1 Cart.kt
com/example/shop/CartKt
*L
10#1:14,4
*E
`;

function modelWith(
  line: number,
  source: string | undefined,
  sourceFile = 'Cart.kt',
  className = 'Lcom/example/shop/CartKt;',
): SessionModel {
  const model = new SessionModel();
  model.apply(helloMessage(1_000));
  if (source !== undefined) model.apply({ type: 'classDebug', class: className, smap: source });
  model.apply({ type: 'method', id: 1, class: className, name: 'total', signature: '()V', sourceFile, modifiers: 1 });
  model.apply({ type: 'node', id: 1, parent: 0, method: 1, line, pc: 0 });
  return model;
}

test('a line behind the end of the file is the inlined function’s, and its call is known', () => {
  // Line 15 is the second of four lines that were inlined from line 3 on of another file, called in line 10.
  const frame = frameOf(modelWith(15, smap), 1);
  assert.deepEqual([frame.class, frame.method, frame.sourceFile, frame.line], ['com.example.shop.CartKt', 'total', 'Lists.kt', 4]);
  assert.deepEqual(frame.inlined, { class: 'com.example.lists.ListsKt', callFile: 'Cart.kt', callLine: 10 });
  const call = callSiteOf(frame);
  assert.deepEqual([call.sourceFile, call.line], ['Cart.kt', 10]);
  assert.equal(frame.label, 'total');
});

test('a line of the file itself stays, as does every line without a map', () => {
  const own = frameOf(modelWith(7, smap), 1);
  assert.deepEqual([own.sourceFile, own.line, own.inlined], ['Cart.kt', 7, undefined]);
  const unmapped = frameOf(modelWith(15, undefined), 1);
  assert.deepEqual([unmapped.sourceFile, unmapped.line, unmapped.inlined], ['Cart.kt', 15, undefined]);
  assert.equal(callSiteOf(own), own);
});

test('a map that is announced again counts', () => {
  const model = modelWith(15, '');
  assert.equal(frameOf(model, 1).line, 15);
  model.apply({ type: 'classDebug', class: 'Lcom/example/shop/CartKt;', smap });
  assert.equal(frameOf(model, 1).line, 4);
});

test('what D8 generates has no file, and what is unknown is no error', () => {
  const generated = frameOf(modelWith(0, undefined, 'D8$$SyntheticClass', 'Lcom/example/shop/Cart$$ExternalSyntheticLambda0;'), 1);
  assert.deepEqual([generated.sourceFile, generated.line], ['', 0]);
  assert.equal(frameOf(new SessionModel(), 12_345).class, '');
});

test('packages match exactly, prefixes with all below them; generated classes count as theirs', () => {
  const isApp = appClassPredicate({ packages: ['com.example.shop'], prefixes: ['org.sample'] });
  assert.ok(isApp('com.example.shop.Cart'));
  assert.ok(isApp('com.example.shop.Cart$$Lambda.0x7f01'));
  assert.ok(!isApp('com.example.shop.library.Cart'));
  assert.ok(!isApp('com.example.shopping.Cart'));
  assert.ok(isApp('org.sample.Main$1'));
  assert.ok(isApp('org.sample.deep.below.Main'));
  assert.ok(!isApp('org.samples.Main'));
  assert.ok(!isApp(''));
});

test('without sources the application id is the prefix, shortened to where there are classes', () => {
  assert.deepEqual(appPrefixesOf(modelWith(1, undefined)), ['com.example.shop']);
  const debug = modelWith(1, undefined);
  debug.apply({
    type: 'process',
    run: 1,
    deviceKind: 'android',
    device: '',
    serial: '',
    app: 'com.example.shop.debug:remote',
    pid: 1,
    launched: 0,
    version: '',
  });
  assert.deepEqual(appPrefixesOf(debug), ['com.example.shop']);
});

test('a class is judged by its own packages, however many prefixes are named', () => {
  let reads = 0;
  const named = new Proxy(
    Array.from({ length: 1_000 }, (_, i) => `org.sample.p${i}`),
    {
      get: (list, key) => {
        reads++;
        return Reflect.get(list, key);
      },
    },
  );
  const isApp = appClassPredicate({ packages: [], prefixes: named });
  const before = reads;
  for (let i = 0; i < 50; i++) assert.equal(isApp(`org.sample.p${i * 40}.below.Main`), i < 25);
  assert.equal(reads, before);
});
