import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameCategory, nativeCategory, shadeOf } from './frame-category.ts';

test('a class is the app’s, the platform’s, the language’s or a library’s', () => {
  assert.equal(frameCategory('com.example.shop.Cart', true, false), 'app');
  assert.equal(frameCategory('androidx.recyclerview.widget.RecyclerView', false, false), 'framework');
  assert.equal(frameCategory('kotlin.collections.CollectionsKt', false, false), 'runtime');
  assert.equal(frameCategory('okhttp3.internal.Http2', false, false), 'library');
  assert.equal(frameCategory('androidquery.Thing', false, false), 'library');
  assert.equal(frameCategory('', false, false), 'unknown');
  assert.equal(frameCategory('android.os.MessageQueue', false, true), 'idle');
});

test('shades spread classes and stay the same', () => {
  const shades = Array.from({ length: 400 }, (_, index) => shadeOf(`com.example.Class${index}`));
  for (const shade of [0, 1, 2, 3]) assert.ok(shades.filter((seen) => seen === shade).length > 60);
  assert.equal(shadeOf('com.example.shop.Cart'), shadeOf('com.example.shop.Cart'));
});

test('native code has its colour once it has a name: the system’s and that of libraries', () => {
  assert.deepEqual(
    [nativeCategory(false, true), nativeCategory(true, true), nativeCategory(true, false)],
    ['unknown', 'framework', 'library'],
  );
});
