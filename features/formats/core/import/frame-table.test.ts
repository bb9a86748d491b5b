import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameTable } from './frame-table.ts';
import { importLimits } from './import-limits.ts';
import { ImportReport } from './import-report.ts';

test('a frame with an address has no name where its tool knew none, whatever reader brings it', () => {
  const frames = new FrameTable(importLimits, new ImportReport('test'));
  const image = frames.image({ path: '/data/app/com.example.shop/lib/arm64/libmap.so' });
  const names = ['???', '[unknown]', '<unknown>', '0x1109', 'draw'].map((name, at) =>
    frames.functionOf(frames.frame({ function: name, image, address: 0x1000 + at })),
  );
  assert.deepEqual(names, ['', '', '', '', 'draw']);
  assert.deepEqual(
    frames.named.map(({ offset }) => offset),
    [0x1004],
  );
});

test('without an address the words of the tool stay', () => {
  const frames = new FrameTable(importLimits, new ImportReport('test'));
  assert.equal(frames.functionOf(frames.frame({ function: '[unknown]' })), '[unknown]');
});

function tableOf(): FrameTable {
  return new FrameTable(importLimits, new ImportReport('test'));
}

test('a name as a text is split by the table, so that no reader can forget it', () => {
  const table = tableOf();
  table.frame({ function: 'void com.ex.Cart.total(int) (Cart.kt:12)' });
  assert.deepEqual(table.methods, [
    { type: 'method', id: 1, class: 'Lcom/ex/Cart;', name: 'total', signature: '(I)V', sourceFile: 'Cart.kt', modifiers: 0 },
  ]);
});

test('a class that the file names is not searched in the name', () => {
  const table = tableOf();
  table.frame({ class: '', function: 'com.ex.Cart.total' });
  assert.equal(table.methods[0]?.name, 'com.ex.Cart.total');
});

test('code of compiled Java has its name in place of its address; libraries of C++ and Swift keep addresses', () => {
  const table = tableOf();
  const at = (path: string, name: string) => table.frame({ function: name, image: table.image({ path }), address: 16 });
  at('/data/app/com.ex/oat/arm64/base.odex', 'com.ex.Cart.total');
  at('/data/app/com.ex/base.apk!libshop.so', 'com.ex.Cart.total');
  at('/private/var/Shop.app/Shop', 'shop.Cart.total');
  at('/memfd:jit-cache', 'art_jni_trampoline');
  assert.deepEqual(
    table.methods.map((method) => method.class),
    ['Lcom/ex/Cart;'],
  );
  assert.deepEqual(
    table.named.map(({ frames }) => frames[0]?.name),
    ['com.ex.Cart.total', 'shop.Cart.total', 'art_jni_trampoline'],
  );
});
