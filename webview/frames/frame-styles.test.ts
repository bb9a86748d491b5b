import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameCategory, nativeCategory, shadeOf } from './frame-styles.ts';

test('a class is the app’s, the platform’s, the language’s or a library’s', () => {
  assert.equal(frameCategory('com.example.shop.Cart', true, false, false), 'app');
  assert.equal(frameCategory('androidx.recyclerview.widget.RecyclerView', false, false, false), 'framework');
  assert.equal(frameCategory('kotlin.collections.CollectionsKt', false, false, false), 'runtime');
  assert.equal(frameCategory('okhttp3.internal.Http2', false, false, false), 'library');
  assert.equal(frameCategory('androidquery.Thing', false, false, false), 'library');
  assert.equal(frameCategory('', false, false, false), 'unknown');
  assert.equal(frameCategory('android.os.MessageQueue', false, true, false), 'idle');
});

test('shades spread classes and stay the same', () => {
  const shades = Array.from({ length: 400 }, (_, index) => shadeOf(`com.example.Class${index}`));
  for (const shade of [0, 1, 2, 3]) assert.ok(shades.filter((seen) => seen === shade).length > 60);
  assert.equal(shadeOf('com.example.shop.Cart'), shadeOf('com.example.shop.Cart'));
});

test('what a library has in C or C++ is native; the app’s own stays the app’s, the platform’s the platform’s', () => {
  assert.equal(frameCategory('io.realm.internal.OsResults', false, false, true), 'native');
  assert.equal(frameCategory('com.example.shop.Codec', true, false, true), 'app');
  assert.equal(frameCategory('android.graphics.BitmapFactory', false, false, true), 'framework');
});

test('native code has its colour once it has a name: the system’s, the language’s and that of libraries', () => {
  assert.equal(nativeCategory(false, true, '/usr/lib/libobjc.A.dylib'), 'unknown');
  assert.equal(nativeCategory(true, true, '/System/Library/Frameworks/UIKit.framework/UIKit'), 'framework');
  assert.equal(nativeCategory(true, true, '/usr/lib/libobjc.A.dylib'), 'runtime');
  assert.equal(nativeCategory(true, false, '/private/var/Shop.app/Frameworks/libswiftCore.dylib'), 'runtime');
  assert.equal(nativeCategory(true, false, '/data/app/com.example.shop/lib/arm64/librealm.so'), 'native');
});
