import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { test } from 'node:test';
import { openObject } from '../macho/object-file.ts';
import { runReading } from './byte-source.ts';
import { isRemotePath } from './remote-path.ts';
import { SymbolError } from './symbol-error.ts';

const remote = [
  String.raw`\\server\share\a.laglens`,
  '//server/share/a.laglens',
  String.raw`\/server\share\a.laglens`,
  String.raw`/\server\share\a.laglens`,
  String.raw`\\?\UNC\server\share\a.laglens`,
  String.raw`\\?\C:\a.laglens`,
  String.raw`\\.\pipe\laglens`,
  '//./pipe/laglens',
  '//server@SSL/share',
];
const local = [String.raw`C:\a.laglens`, 'c:/a.laglens', String.raw`\a.laglens`, '/a.laglens', 'a.laglens', '', String.raw`a\\b`, '/a//b'];

test('paths of other computers and of devices are known by how they begin, whichever slashes they have', () => {
  assert.deepEqual(
    remote.filter((path) => !isRemotePath(path)),
    [],
  );
  assert.deepEqual(
    local.filter((path) => isRemotePath(path)),
    [],
  );
});

test('Node’s rules for Windows agree: only such a path has another root than a drive or this one', () => {
  const hasOtherRoot = (path: string): boolean => win32.parse(win32.resolve('C:\\', path)).root.startsWith('\\\\');
  for (const path of [...remote, ...local]) {
    // A server without a share is not yet another root for Node; looking at it connects all the same.
    if (hasOtherRoot(path)) assert.ok(isRemotePath(path), path);
  }
  assert.ok(remote.filter(hasOtherRoot).length > 5);
});

test('an object file of another computer, which a build of a repository names, is not asked for', () => {
  for (const path of remote) {
    const asked: string[] = [];
    const object = { path, member: undefined, modifiedAtS: 0 };
    const opening = (): unknown =>
      runReading(openObject(object, 'arm64'), ({ file }) => {
        asked.push(file);
        return new Uint8Array();
      });
    assert.throws(opening, (error: unknown) => error instanceof SymbolError && error.reason === 'missing');
    assert.deepEqual(asked, []);
  }
});
