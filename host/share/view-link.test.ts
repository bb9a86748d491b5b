import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { describe, it } from 'node:test';
import { isWithin, linkParts, parseLink } from './view-link.ts';

describe('a link to a view', () => {
  const view = { mode: 'table', search: { text: '100 % & more + “quoted”' }, range: { fromUs: 1, toUs: 2 } };

  it('leads to the same file and view, whatever both hold', () => {
    for (const path of ['/home/ann/my sessions/shop #1 & co 100%.laglens', '/a/ü.laglens']) {
      const parts = linkParts({ path, view });
      // In between the address is text, in a mail or a terminal.
      const address = new URL(
        `vscode://laglens.laglens${encodeURI(parts.path).replaceAll('#', '%23').replaceAll('?', '%3F')}?${parts.query}`,
      );
      assert.deepEqual(parseLink({ path: decodeURIComponent(address.pathname), query: address.search.slice(1) }, posix), { path, view });
    }
  });

  it('may have lost its view', () => {
    assert.deepEqual(parseLink({ path: '/open/a/b.laglens', query: '' }, posix), { path: '/a/b.laglens', view: undefined });
    assert.deepEqual(parseLink({ path: '/open/a/b.laglens', query: 'view=eyJtb2RlIjoi' }, posix), {
      path: '/a/b.laglens',
      view: undefined,
    });
    assert.deepEqual(parseLink({ path: '/open/a/b.laglens', query: `view=${'A'.repeat(40_000)}` })?.view, undefined);
  });

  it('leads to session files of this computer alone', () => {
    const query = linkParts({ path: '/a.laglens', view }).query;
    for (const path of ['/open/etc/passwd', '/close/a.laglens', '/open', '/open//server/share/a.laglens', '/open/a\0.laglens', '']) {
      assert.equal(parseLink({ path, query }), undefined, path);
    }
  });
});

it('no link leads to another computer, whichever slashes it has and wherever it is opened', () => {
  // As VS Code hands it on: `%5C` is a backslash by then.
  const remote = [String.raw`/open/\server\share\a.laglens`, '/open//server/share/a.laglens', String.raw`/open\\server\share\a.laglens`];
  const devices = [String.raw`/open/\?\UNC\server\share\a.laglens`, '/open//?/C:/a.laglens', String.raw`/open/\.\pipe\a.laglens`];
  for (const paths of [posix, win32]) {
    for (const path of [...remote, ...devices]) assert.equal(parseLink({ path, query: '' }, paths), undefined, path);
  }
  assert.equal(parseLink({ path: '/open/C:/my/a.laglens', query: '' }, win32)?.path, String.raw`C:\my\a.laglens`);
});

it('a file is in a folder by its whole name, and by what its path means', () => {
  assert.equal(isWithin('/dev/shop/a.laglens', ['/dev/shop'], posix), true);
  assert.equal(isWithin('/dev/shop/deep/a.laglens', ['/x', '/dev/shop'], posix), true);
  assert.equal(isWithin('/dev/shop/..a.laglens', ['/dev/shop'], posix), true);
  assert.equal(isWithin('/dev/shopping/a.laglens', ['/dev/shop'], posix), false);
  assert.equal(isWithin('/dev/Shop/a.laglens', ['/dev/shop'], posix), false);
  assert.equal(
    isWithin(parseLink({ path: '/open/dev/shop/../secret/a.laglens', query: '' }, posix)?.path ?? '', ['/dev/shop'], posix),
    false,
  );
  assert.equal(isWithin('/a.laglens', ['/'], posix), true);
});

it('on Windows it is, too, whatever the case of drive and folders', () => {
  assert.equal(isWithin(String.raw`C:\Dev\shop\a.laglens`, [String.raw`c:\dev\shop`], win32), true);
  assert.equal(isWithin(String.raw`D:\dev\shop\a.laglens`, [String.raw`c:\dev\shop`], win32), false);
  assert.equal(isWithin(String.raw`c:\dev\shopping\a.laglens`, [String.raw`c:\dev\shop`], win32), false);
  assert.equal(isWithin(String.raw`c:\a.laglens`, ['c:\\'], win32), true);
});
