import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathShortener } from './short-paths.ts';

const shorter = pathShortener(['/Users/anna/dev/shop', '/srv/shop/app']);
const elsewhere = pathShortener([]);

test('paths in the workspace begin with its folder', () => {
  assert.equal(shorter('/Users/anna/dev/shop/Feed/Feed.swift'), 'shop/Feed/Feed.swift');
  assert.equal(shorter('/srv/shop/app/src/cart.c:12'), 'app/src/cart.c:12');
  assert.equal(pathShortener(['C:\\dev\\shop'])('C:\\dev\\shop\\Cart.kt'), 'shop\\Cart.kt');
});

test('a drive’s folder is known however a tool writes it', () => {
  const inMerger = pathShortener(['d:\\dev\\acme-merger\\app']);
  for (const [path, short] of [
    ['D:/dev/acme-merger/app/src/x.cpp', 'app/src/x.cpp'],
    ['D:\\Dev\\Acme-Merger\\App\\src\\x.cpp', 'app\\src\\x.cpp'],
    ['built D:\\\\dev\\\\acme-merger\\\\app\\\\x.cpp now', 'built app\\\\x.cpp now'],
    ['\\\\?\\D:\\dev\\acme-merger\\app\\x.cpp', 'app\\x.cpp'],
    ['/mnt/d/dev/acme-merger/app/x.cpp', 'app/x.cpp'],
    ['/d/dev/acme-merger/app/x.cpp', 'app/x.cpp'],
  ] as const) {
    assert.equal(inMerger(path), short);
  }
  assert.equal(pathShortener(['\\\\files\\dev\\shop'])('//FILES/dev/shop/x.cpp'), 'shop/x.cpp');
});

test('a folder whose name only begins alike is another one', () => {
  assert.equal(shorter('/srv/shop/apple/x.c'), '/srv/shop/apple/x.c');
});

test('homes of people are reported by a tilde, wherever they stand in a text', () => {
  assert.equal(shorter('/Users/bob/other/x.c'), '~/other/x.c');
  assert.equal(shorter('/home/ci'), '~');
  assert.equal(shorter('Looked in /home/bob and /Users/anna/Library.'), 'Looked in ~ and ~/Library.');
  assert.equal(shorter('PATH=/home/bob/bin:/home/anna:/usr/bin'), 'PATH=~/bin:~:/usr/bin');
  assert.equal(shorter('-I/home/bob/include'), '-I~/include');
});

test('however a home, a volume or a server is written, its name is nowhere in what is shared', () => {
  const paths = [
    'c:\\users\\anna\\dev\\x.cpp',
    'C:\\\\Users\\\\anna\\\\dev\\\\x.cpp',
    'C:\\Documents and Settings\\anna\\x.cpp',
    'C:\\Users\\Anna Marie Smith\\x.cpp',
    'C:\\Users\\Anna Marie Smith',
    '/Users/Anna Marie Smith/dev/x.swift',
    'cannot open /Users/Anna Marie Smith/dev/x.swift',
    'nothing in /Users/Anna Smith',
    '/home/anna,smith/x',
    '/home/anna,smith',
    '/Users/anna:smith/x',
    '/Users/anna(smith)/x',
    "/Users/anna o'neil/x",
    'file:///Users/anna%20smith/x',
    '/HOME/anna/x',
    '/mnt/c/Users/anna/x',
    '/c/Users/anna/x',
    '/export/home/anna/x',
    '/var/home/anna/x',
    '/data/users/anna/x',
    '/System/Volumes/Data/Users/anna/x',
    '/Volumes/Anna/dev/x.swift',
    '/Volumes/Anna Smith/dev/x.swift',
    '\\\\fileserver\\anna$\\dev\\x.cpp',
    '\\\\fileserver\\Users\\anna\\dev\\x.cpp',
    'at \\\\fileserver\\anna$\\x.cpp',
    '\\\\?\\UNC\\fileserver\\anna$\\x.cpp',
    '\\\\?\\C:\\Users\\anna\\x.cpp',
    '//fileserver/anna$/x.cpp',
    ['', 'root', 'dev', 'x.cpp'].join('/'),
    '/var/root/x.cpp',
  ];
  const leaks = paths
    .map((path) => [path, elsewhere(path)])
    .filter(([, short]) => /anna|smith|marie|fileserver|root|neil/i.test(short ?? ''));
  assert.deepEqual(leaks, []);
  // No more than the name goes: the end is what a reader looks for.
  const endless = paths
    .map((path) => [path, elsewhere(path)])
    .filter(([path, short]) => /[\\/]x(\.\w+)?$/.test(path ?? '') && !/~.*[\\/]x(\.\w+)?$/.test(short ?? ''));
  assert.deepEqual(endless, []);
});

test('names of functions, types and files of the phone stay', () => {
  for (const text of [
    'Lcom/example/Shop;',
    'Lcom/example/home/Feed;',
    '(Lcom/example/home/Feed;I[J)Lcom/users/Row;',
    '/data/app/com.example.shop/lib/x86_64/libcart.so',
    '/data/user/0/com.example.shop/files',
    '(I)V',
    '/usr/lib/libSystem.dylib',
    'home',
    '// see a/b',
    'https://example.com/docs/x',
    'rooted/x',
    '/rooted/x',
  ]) {
    assert.equal(elsewhere(text), text);
  }
});

test('a folder called home within the workspace is nobody’s', () => {
  assert.equal(shorter('/srv/shop/app/src/home/Feed.cpp'), 'app/src/home/Feed.cpp');
});

test('a text that was made to be searched for long costs no more than its length', () => {
  // 64 KB each, as long as a text of a session may be; quadratic work would be billions of steps.
  const seeds = ['/home/a a', '/home/', '\\\\a\\', '/Users/A ', '//a', '\\', '/home/a,', 'C:\\Users\\'];
  for (const seed of seeds) assert.ok(elsewhere(seed.repeat(65_536 / seed.length)).length > 0);
});
