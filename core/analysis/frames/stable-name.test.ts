import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stableClass, stableFunction, stableNative } from './stable-name.ts';

/** The same code as two builds name it: a lambda or class was put before it, so that all behind it were numbered again. */
const functions = [
  // javac, and D8 that moved a lambda's body
  ['com.example.Cart', 'lambda$onCreate$0', 'com.example.Cart', 'lambda$onCreate$3'],
  ['com.example.Cart', 'lambda$onCreate$0$com-example-Cart', 'com.example.Cart', 'lambda$onCreate$3$com-example-Cart'],
  ['com.example.Cart', 'access$000', 'com.example.Cart', 'access$100'],
  ['com.example.Cart$1', 'run', 'com.example.Cart$2', 'run'],
  ['com.example.Cart$Item$1', 'run', 'com.example.Cart$Item$12', 'run'],
  // Kotlin: lambdas as classes (before 2.0) and as methods, coroutines, inline classes, internal functions of two variants
  ['com.example.Cart$total$1', 'invoke', 'com.example.Cart', 'total$lambda$2'],
  ['com.example.CartKt$load$2$3', 'invokeSuspend', 'com.example.CartKt$load$1$1', 'invokeSuspend'],
  ['com.example.Cart', 'total-3a7xKb', 'com.example.Cart', 'total-9Zq1'],
  ['com.example.Cart', 'total$app_debug', 'com.example.Cart', 'total$app_release'],
  ['com.example.ComposableSingletons$MainKt$lambda-1$1', 'invoke', 'com.example.ComposableSingletons$MainKt$lambda-4$1', 'invoke'],
  // R8
  ['com.example.Cart', '$r8$lambda$W6hBdfg-x', 'com.example.Cart', '$r8$lambda$02pQ_z'],
  // clang and swiftc
  ['', '__12-[Cart total]_block_invoke', '', '__12-[Cart total]_block_invoke_2'],
  ['', 'closure #1 () -> () in Shop.Cart.total() -> ()', '', 'closure #2 () -> () in Shop.Cart.total() -> ()'],
  ['', '(1) await resume partial function for Shop.Cart.load() async -> ()', '', 'Shop.Cart.load() async -> ()'],
  ['', 'shop::f()::{lambda(int)#1}::operator()(int) const', '', 'shop::f()::{lambda(int)#2}::operator()(int) const'],
  ['', "shop::f()::'lambda'(int)::operator()(int) const", '', "shop::f()::'lambda0'(int)::operator()(int) const"],
  ['', 'shop::f()::$_0::operator()() const', '', 'shop::f()::$_7::operator()() const'],
  ['', 'shop::sort(int).cold.1', '', 'shop::sort(int)'],
  ['', 'libshop.so + 0x1a40', '', 'libshop.so + 0x2b00'],
] as const;

for (const [oneClass, one, otherClass, other] of functions) {
  test(`${oneClass} ${one} is ${otherClass} ${other} of another build`, () => {
    assert.equal(stableFunction(oneClass, one), stableFunction(otherClass, other));
    assert.notEqual(stableFunction(oneClass, one), '');
  });
}

test('what a developer would call another function stays another one', () => {
  const names = [
    stableFunction('com.example.Cart', 'total'),
    stableFunction('com.example.other.Cart', 'total'),
    stableFunction('com.example.Cart', 'lambda$total$0'),
    stableFunction('com.example.Cart$1', 'total'),
    stableFunction('com.example.Cart$Item', 'total'),
    stableFunction('com.example.Cart', 'total2'),
    stableFunction('', 'Shop.Cart.total() -> Swift.Int'),
    stableFunction('', 'closure #1 () -> () in Shop.Cart.total() -> Swift.Int'),
    stableFunction('', '-[Cart total]'),
    stableFunction('', '-[Cart total:]'),
  ];
  assert.equal(new Set(names).size, names.length, names.join('\n'));
});

test('private functions of Swift are known without the hash of their file', () => {
  const name = (hash: string): string => stableNative(`Shop.Cart.(total in _${hash})() -> Swift.Int`);
  assert.equal(name('0123456789ABCDEF0123456789ABCDEF'), 'Shop.Cart.(total)() -> Swift.Int');
  assert.equal(name('0123456789ABCDEF0123456789ABCDEF'), name('FEDCBA9876543210FEDCBA9876543210'));
});

test('classes lose what is numbered and what is generated', () => {
  assert.equal(stableClass('com.example.Cart'), 'com.example.Cart');
  assert.equal(stableClass('com.example.Cart$2'), 'com.example.Cart$#');
  assert.equal(stableClass('com.example.Cart$$ExternalSyntheticLambda3'), 'com.example.Cart');
  assert.equal(stableClass('com.example.Cart$$Lambda$28.0x00007fca2c00c450'), 'com.example.Cart');
  assert.equal(stableClass('android.view.Choreographer$FrameHandler'), 'android.view.Choreographer$FrameHandler');
  assert.equal(stableClass(''), '');
});

test('suffixes of copies that compilers and linkers make are no part of a stable name', () => {
  // gcc's -flto, -fipa-ra and clones, as symbols and as GNU's demangler shows them.
  for (const copy of ['total(int)', 'total(int) [clone .lto_priv.0]', 'total(int) [clone .isra.0] [clone .cold]']) {
    assert.equal(stableNative(copy), 'total(int)');
  }
  for (const copy of ['total.lto_priv.3', 'total.lto_priv.0.isra.0', 'total.localalias', 'total.part.2.cold'])
    assert.equal(stableNative(copy), 'total');
});
