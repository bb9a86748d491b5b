import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitedClass, dottedClass, isGeneratedClass, outerClass, packageOf } from './class-names.ts';
import { readableLabel, readableName } from './readable-name.ts';

/** Class, method, as people read it. */
const names = [
  // Java
  ['com.example.Cart', 'total', 'Cart.total'],
  ['com.example.Cart$Item', 'price', 'Cart.Item.price'],
  ['com.example.Cart', '<init>', 'Cart.Cart (constructor)'],
  ['com.example.Cart', '<clinit>', 'Cart.Cart (class init)'],
  ['com.example.Cart', 'lambda$onCreate$0', 'Cart.onCreate λ'],
  ['com.example.Cart$$Lambda.0x00007f1c2c00c450', 'run', 'Cart.run (generated)'],
  ['com.example.Cart$$Lambda$28.0x00007fca2c00c450', 'run', 'Cart.run (generated)'],
  // D8 and older desugaring
  ['com.example.Cart', 'lambda$onCreate$3$com-example-Cart', 'Cart.onCreate λ'],
  ['com.example.Cart$$ExternalSyntheticLambda0', 'run', 'Cart.run (generated)'],
  ['com.example.-$$Lambda$Cart$yB1xZ', 'run', 'Cart.run (generated)'],
  // Languages without classes in stacks, as in imported profiles
  ['', 'crypto/sha256.block', 'crypto/sha256.block'],
  ['', 'Cart.prototype.total', 'Cart.prototype.total'],
  ['', '(garbage collector)', '(garbage collector)'],
  // Kotlin
  ['com.example.CartTotalsKt', 'totalWithOffers', 'totalWithOffers'],
  ['com.example.WishList', 'sort$lambda$0', 'WishList.sort λ'],
  ['com.example.CartTotalsKt', 'sum$lambda$1', 'sum λ'],
  ['com.example.Cart$total$1', 'invoke', 'Cart.total λ'],
  ['com.example.Recommendations$refresh$ranking$1', 'invokeSuspend', 'Recommendations.refresh (suspend)'],
  ['com.example.CartKt$load$2$3', 'invokeSuspend', 'load (suspend)'],
  ['com.example.Cart', 'total-3a7xKb', 'Cart.total'],
  ['com.example.Cart', 'total$default', 'Cart.total'],
  ['com.example.Cart', 'access$getTotal', 'Cart.getTotal'],
  ['com.example.Cart$Companion', 'create', 'Cart.Companion.create'],
  ['com.example.ComposableSingletons$MainScreenKt$lambda-1$1', 'invoke', 'MainScreen.lambda-1 λ'],
  // No package
  ['Main', 'main', 'Main.main'],
] as const;

for (const [className, method, expected] of names) {
  test(`${className}.${method} reads ${expected}`, () => {
    assert.equal(readableLabel(readableName(className, method)), expected);
  });
}

test('signatures, internal names and arrays become dotted classes', () => {
  assert.equal(dottedClass('Lcom/example/Cart$1;'), 'com.example.Cart$1');
  assert.equal(dottedClass('com/example/Cart'), 'com.example.Cart');
  assert.equal(dottedClass('[I'), 'int[]');
  assert.equal(dottedClass('[[Ljava/lang/String;'), 'java.lang.String[][]');
  assert.equal(dottedClass('L'), 'L');
  assert.equal(dottedClass('I'), 'I', 'a class that a shrinker renamed');
});

test('nested and generated classes are led back to the class they are written in', () => {
  assert.equal(outerClass('com.example.Cart$Item$1'), 'com.example.Cart');
  assert.equal(outerClass('com.example.Cart$$Lambda.0x7f01'), 'com.example.Cart');
  assert.equal(outerClass('com.example.-$$Lambda$Cart$xYz'), 'com.example.Cart');
  assert.equal(outerClass('com.example.ComposableSingletons$CartKt$lambda-1$1'), 'com.example.CartKt');
  assert.equal(packageOf('com.example.Cart$$Lambda.0x7f01'), 'com.example');
  assert.equal(packageOf('Main'), '');
  assert.ok(isGeneratedClass('com.example.Cart$$ExternalSyntheticLambda0'));
  assert.ok(!isGeneratedClass('com.example.Cart$Item'));
});

test('a lock of java.util.concurrent has the name that sources use, not that of its synchronizer', () => {
  const shown = [
    ['java.util.concurrent.locks.ReentrantLock$NonfairSync', 'ReentrantLock'],
    ['java.util.concurrent.locks.ReentrantReadWriteLock$FairSync', 'ReentrantReadWriteLock'],
    ['java.util.concurrent.CountDownLatch$Sync', 'CountDownLatch'],
    ['java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject', 'Condition'],
    ['java.util.concurrent.FutureTask', 'FutureTask'],
    ['com.example.Upload$Sync', 'Upload$Sync'],
  ];
  assert.deepEqual(
    shown.map(([dotted = '']) => awaitedClass(dotted)),
    shown.map(([, name]) => name),
  );
});
