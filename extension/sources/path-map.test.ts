import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BuiltPath, builtPath, globOfName, learnedRemapping, longestSuffix, remapped } from './path-map.ts';

function built(path: string): BuiltPath {
  const parsed = builtPath(path);
  assert.ok(parsed, path);
  return parsed;
}

test('paths of debug information are put into one form', () => {
  assert.deepEqual(built('/ci/build/app/./src/../src/cart.cpp'), {
    path: '/ci/build/app/src/cart.cpp',
    name: 'cart.cpp',
    isWindows: false,
  });
  assert.deepEqual(built('C:\\ci\\app\\..\\lib\\Cart.cpp'), { path: 'C:/ci/lib/Cart.cpp', name: 'Cart.cpp', isWindows: true });
  assert.equal(built('\\\\server\\share\\Cart.cpp').path, '//server/share/Cart.cpp');
  assert.equal(built('src/cart.rs').path, 'src/cart.rs');
  // A backslash may be part of a name where folders are parted by slashes.
  assert.equal(built('/src/odd\\name.c').name, 'odd\\name.c');
});

test('what leads above its root, or names no file, is no path of a compiler', () => {
  for (const path of [
    '',
    '/',
    '/ci/../../etc/passwd',
    '../../etc/passwd',
    'C:\\..\\secret.c',
    '/src/',
    '/src/a\0.c',
    `/${'a/'.repeat(3000)}b`,
  ]) {
    assert.equal(builtPath(path), undefined, JSON.stringify(path.slice(0, 40)));
  }
});

test('the longest prefix says where a build’s files are', () => {
  const map = { '/ci/build': 'all', '/ci/build/app/': 'app', '/ci/bui': 'wrong' };
  assert.deepEqual(remapped(map, built('/ci/build/app/src/cart.cpp')), [
    { folder: 'app', below: 'src/cart.cpp' },
    { folder: 'all', below: 'app/src/cart.cpp' },
  ]);
  assert.deepEqual(remapped(map, built('/ci/Build/app/src/cart.cpp')), []);
});

test('prefixes of Windows count in any case, with either slash, with drive and root', () => {
  const below = [{ folder: 'here', below: 'App/src/Cart.cpp' }];
  for (const prefix of ['c:\\CI\\build', 'C:/ci/Build/', 'C:\\ci\\build\\']) {
    assert.deepEqual(remapped({ [prefix]: 'here' }, built('C:\\ci\\build\\App\\src\\Cart.cpp')), below, prefix);
  }
  assert.deepEqual(remapped({ 'C:\\': 'here' }, built('c:/App/Cart.cpp')), [{ folder: 'here', below: 'App/Cart.cpp' }]);
  assert.deepEqual(remapped({ '/': 'here', '': 'here' }, built('/ci/a.c')), []);
});

test('one file that was found shows where all others of its build are', () => {
  assert.deepEqual(learnedRemapping(built('/ci/build/shop/native/src/cart.cpp'), '/home/ada/shop/native/src/cart.cpp'), {
    prefix: '/ci/build',
    folder: '/home/ada',
  });
  // Not above the workspace, whose folder may have another name elsewhere.
  const root = '/home/ada/shop';
  assert.deepEqual(learnedRemapping(built('/ci/build/shop/native/src/cart.cpp'), `${root}/native/src/cart.cpp`, root), {
    prefix: '/ci/build/shop',
    folder: root,
  });
  assert.deepEqual(learnedRemapping(built('D:\\CI\\Native\\Cart.cpp'), '/home/ada/native/cart.cpp'), {
    prefix: 'D:/CI',
    folder: '/home/ada',
  });
  assert.equal(learnedRemapping(built('/ci/cart.cpp'), '/home/ada/other.cpp'), undefined);
});

test('the root alone is never learnt: it would stand for every build', () => {
  assert.deepEqual(learnedRemapping(built('/src/cart.cpp'), '/home/ada/src/cart.cpp'), { prefix: '/src', folder: '/home/ada/src' });
  assert.deepEqual(learnedRemapping(built('C:\\src\\cart.cpp'), '/home/src/cart.cpp'), { prefix: 'C:/src', folder: '/home/src' });
  assert.deepEqual(learnedRemapping(built('src/cart.cpp'), '/home/src/cart.cpp'), { prefix: 'src', folder: '/home/src' });
});

test('of files of one name the one at the longest common end is meant, case aside', () => {
  const paths = ['/ws/app/src/cart.cpp', '/ws/lib/src/cart.cpp', '/ws/cart.cpp'].map((path) => ({ path }));
  assert.deepEqual(longestSuffix(paths, built('/ci/LIB/src/cart.cpp')), { best: [{ path: '/ws/lib/src/cart.cpp' }], shared: 3 });
  // Both modules have it equally: the developer has to say.
  assert.equal(longestSuffix(paths, built('/ci/x/src/cart.cpp')).best.length, 2);
  assert.deepEqual(longestSuffix([], built('/ci/cart.cpp')), { best: [], shared: 0 });
});

test('signs of globs in a name stand for themselves', () => {
  assert.equal(globOfName('[a]{b}*.c', false), '**/[[]a[]][{]b[}][*].c');
  assert.equal(globOfName('Ab1.c', true), '**/[aA][bB]1.[cC]');
});
