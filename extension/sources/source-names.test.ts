import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declaredPackage, isAtPackagePath, sourceNames } from './source-names.ts';

test('the SourceFile attribute names the file', () => {
  assert.deepEqual(sourceNames({ class: 'com.example.shop.Cart$1', file: 'Cart.java' }), {
    package: 'com.example.shop',
    files: ['Cart.java'],
  });
});

test('without one, the outer class does, and Kotlin file classes lose their Kt', () => {
  assert.deepEqual(sourceNames({ class: 'com.example.Cart$Item$1', file: '' })?.files, ['Cart.java', 'Cart.kt']);
  assert.deepEqual(sourceNames({ class: 'com.example.CartKt$total$1', file: '' })?.files, ['Cart.kt', 'CartKt.java', 'CartKt.kt']);
  assert.deepEqual(sourceNames({ class: 'Main', file: '' }), { package: '', files: ['Main.java', 'Main.kt'] });
});

test('names that would lead out of the workspace or into a glob are refused', () => {
  for (const file of ['../../etc/passwd', 'C:\\secret.java', 'a/b.java', '**.java', '{a,b}.java', 'Cart.class', '.java/']) {
    assert.equal(sourceNames({ class: 'com.example.Cart', file }), undefined, file);
  }
  assert.equal(sourceNames({ class: '../x.Cart', file: 'Cart.java' }), undefined);
  assert.equal(sourceNames({ class: 'com..Cart', file: 'Cart.java' }), undefined);
});

test('the declared package is found behind licences and annotations', () => {
  assert.equal(declaredPackage('/* package wrong.one; */\n// package two\npackage com.example.shop;\nimport x.y;'), 'com.example.shop');
  assert.equal(declaredPackage('@file:JvmName("Shop")\npackage com.example.`in`.shop\n\nclass A'), 'com.example.in.shop');
  assert.equal(declaredPackage('import java.util.List;\nclass A { String s = " package x.y;"; }'), '');
  assert.equal(declaredPackage('/* never closed package a.b;'), '');
});

test('paths of Windows and of other case are compared by their folders', () => {
  assert.ok(isAtPackagePath('C:\\Users\\me\\shop\\src\\com\\example\\Shop\\Cart.java', 'com.example.shop', 'Cart.java'));
  assert.ok(isAtPackagePath('/home/me/my shop/src/com/example/shop/Cart.java', 'com.example.shop', 'Cart.java'));
  assert.ok(!isAtPackagePath('/home/me/src/org/example/shop/Cart.java', 'com.example.shop', 'Cart.java'));
  assert.ok(!isAtPackagePath('/src/xcom/example/Cart.java', 'com.example', 'Cart.java'));
  assert.ok(isAtPackagePath('Main.java', '', 'Main.java'));
});
