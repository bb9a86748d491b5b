import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { categoryOfMethod, frameCategory, nativeCategory, shadeOf } from '../../../webview/frames/frame-styles.ts';
import { legendEntries } from '../../../webview/views/legend.ts';
import { readFolded } from '../core/folded/read.ts';
import { readCpuProfile } from '../core/v8/read.ts';
import { imported } from '../tests/formats/import-profile.ts';

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

test('functions of a script are the app’s, those of Node, of packages and of extensions are not, for colours and lags alike', async () => {
  const files = [
    ['busy', 'file:///home/ann/shop/busy.js', 'app'],
    ['view', 'webpack://shop/src/view.tsx', 'app'],
    ['emit', 'node:events', 'unknown'],
    ['load', 'internal/modules/cjs/loader.js', 'unknown'],
    ['map', 'file:///home/ann/shop/node_modules/lodash/map.js', 'unknown'],
    ['watch', 'C:\\shop\\node_modules\\chokidar\\index.js', 'unknown'],
    ['inject', 'chrome-extension://abcdef/content.js', 'unknown'],
    ['(program)', '', 'unknown'],
  ] as const;
  const nodes = files.map(([functionName, url], id) => ({
    id,
    callFrame: { functionName, scriptId: '1', url, lineNumber: 1, columnNumber: 1 },
  }));
  const times = { startTime: 0, endTime: 90_000, samples: nodes.map(({ id }) => id), timeDeltas: nodes.map(() => 10_000) };
  const { model } = await imported(readCpuProfile, JSON.stringify({ nodes, ...times }));
  const methods = files.map(([name]) => model.methods.findIndex((method) => method.name === name));
  assert.ok(methods.every((method) => method >= 0));
  assert.deepEqual(
    methods.map((method) => categoryOfMethod(model, method, () => false)),
    files.map(([, , category]) => category),
  );
  const app = new AppMethods(model, () => false);
  assert.deepEqual(
    methods.map((method) => app.has(method)),
    files.map(([, , category]) => category === 'app'),
  );
});

test('a named function of nobody known, as of another tool’s profile, is not called nameless by the legend', async () => {
  const { model } = await imported(readFolded, 'main;inflate 100\n');
  const method = model.methods.findIndex(({ name }) => name === 'inflate');
  assert.equal(
    categoryOfMethod(model, method, () => false),
    'unknown',
  );
  assert.equal(legendEntries.nameless.word(), 'owner unknown');
});
