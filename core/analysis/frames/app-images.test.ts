import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SessionModel } from '../../session/model/model.ts';
import { isAppImage } from './app-images.ts';

/** The app's among these files of a process. */
function ofApp(app: string, paths: readonly string[]): readonly string[] {
  const model = new SessionModel();
  model.apply({ type: 'process', run: 0, deviceKind: 'import', device: '', serial: '', app, pid: 5, launched: 0, version: '' });
  for (const [index, path] of paths.entries())
    model.apply({ type: 'image', id: index + 1, base: (index + 1) << 20, size: 4_096, buildId: new Uint8Array(0), path });
  return model.images.flatMap(({ path }, row) => (isAppImage(model, row) ? [path] : []));
}

const ownPackage = [
  '/data/app/com.example.shop-1/lib/arm/libcart.so',
  '/data/app/~~Zm9v==/com.example.shop-YmFy==/lib/arm64/libcart.so',
  '/data/app/~~Zm9v==/com.example.shop-YmFy==/base.apk!libcart.so',
  '/data/app/~~Zm9v==/com.example.shop-YmFy==/oat/arm64/base.odex',
  '/data/user/0/com.example.shop/files/libplugin.so',
  '/mnt/expand/57f8f4bc/app/~~Zm9v==/com.example.shop-YmFy==/base.apk',
];
const system = [
  '/system/lib64/libhwui.so',
  '/apex/com.android.art/lib64/libart.so',
  '/system/bin/app_process64',
  '/data/app/~~a==/com.google.android.webview-b==/lib/arm64/libwebviewchromium.so',
  '/data/data/com.example.shop/code_cache/liblaglens.so',
  '[vdso]',
  '/memfd:jit-cache',
];

test('an Android process’s app is all in packages, but the system’s and the agent', () => {
  for (const name of ['com.example.shop', 'com.example.shop:sync', 'an unnamed.perfetto-trace'])
    assert.deepEqual(ofApp(name, [...ownPackage, ...system]), ownPackage);
});

test('a package of the system is the app in its own process', () => {
  const webView = ['/data/app/~~a==/com.google.android.webview-b==/lib/arm64/libwebviewchromium.so'];
  assert.deepEqual(ofApp('com.google.android.webview:sandboxed_process0', webView), webView);
});

test('another process’s app is its program, but the system’s', () => {
  const paths = [
    '/home/ann/shop/build/shop',
    'shop',
    'C:/shop.exe',
    'libshop.so',
    '/home/ann/other',
    '/usr/lib/libc.so.6',
    '/usr/bin/shop',
  ];
  const programs = ['/home/ann/shop/build/shop', 'shop', 'C:/shop.exe'];
  assert.deepEqual(ofApp('shop', paths), programs);
  assert.deepEqual(ofApp('/home/ann/shop/build/shop', paths), programs);
});

test('an iOS app is its bundle without Swift’s libraries and the agent', () => {
  const bundle = '/private/var/containers/Bundle/Application/6F1C/Shop.app';
  const own = [`${bundle}/Shop`, `${bundle}/Shop.debug.dylib`, `${bundle}/Frameworks/Cart.framework/Cart`];
  const others = [
    `${bundle}/Frameworks/libswiftCore.dylib`,
    `${bundle}/liblaglens.dylib`,
    '/System/Library/Frameworks/UIKit.framework/UIKit',
  ];
  assert.deepEqual(ofApp('com.example.shop', [...own, ...others]), own);
});
