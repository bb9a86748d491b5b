import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { matches, roomPath, type SourceFile, sourceFiles } from './project-sources.ts';

/** An index that is thrown away when it is damaged, and no recording. */
const INDEX = 'host/builds/index-store.ts';

let files: readonly SourceFile[];
before(async () => {
  const rooms = ['host/', 'extension/', 'cli/'];
  files = await sourceFiles((path) => rooms.some((room) => roomPath(path).startsWith(room)) && /(?<!\.test)\.ts$/.test(path));
});

const without = (...paths: readonly string[]): readonly SourceFile[] => files.filter(({ path }) => !paths.includes(path));

/** Files that import one of these functions from Node's file system. */
function importers(of: readonly SourceFile[], names: string): readonly string[] {
  const pattern = new RegExp(`import \\{[^}]*\\b(?:${names})\\b[^}]*\\} from 'node:fs(?:/promises)?'`);
  return of.filter(({ lines }) => pattern.test(lines.join('\n'))).map(({ path }) => path);
}

test('a recording gets its name in one file, which overwrites nothing unasked and syncs the folder', () => {
  assert.deepEqual(importers(without(INDEX), 'rename|renameSync|link|linkSync'), ['host/capture/place-file.ts', 'host/capture/recover.ts']);
});

test('no file of ours is opened in a way that follows a link or empties what is there', () => {
  assert.deepEqual(matches(without(INDEX), /\bopen(?:Sync)?\([^)]*'(?:w\+?|a\+?|r\+)'|\bcreateWriteStream\b/), []);
});

test('files are written by doors that make new ones or follow no link', () => {
  assert.deepEqual(
    importers(files, 'writeFile|writeFileSync|appendFile|appendFileSync|copyFile|cp'),
    [
      // New files only (`wx`).
      'host/devices/ios/xcode/resign/embedded-library.ts',
      'features/lake/host/engine-install.ts', // features/lake
      'features/lake/host/tidy/manifests.ts', // features/lake
      'features/lake/host/write-batch.ts', // features/lake
      // Folders that only this user can enter.
      'host/capture/library.ts',
      'host/devices/ios/xcode/resign/resigned-copy.ts',
      'host/devices/simulator/agent-copy.ts',
      'host/devices/simulator/simulator-signed-copy.ts',
      'features/lake/host/stored-lake.ts', // features/lake
    ].sort(),
  );
});

test('a session is removed where it is asked for or tidied, and nowhere else', () => {
  const capture = files.filter(
    ({ path }) => path.startsWith('host/capture/') || path === 'host/session-file.ts' || /^extension\/sessions\/[^/]+$/.test(path),
  );
  assert.deepEqual(importers(capture, 'rm|unlink|rmSync|unlinkSync'), [
    'host/capture/draft-file.ts',
    'host/capture/file-clock.ts',
    'host/capture/journal-file.ts',
    'host/capture/library.ts',
    'host/capture/place-file.ts',
    'host/capture/sweep.ts',
  ]);
  const callers = capture.filter(({ lines }) => lines.some((line) => /\bremoveFile\(/.test(line)));
  assert.deepEqual(
    callers.map(({ path }) => path),
    ['host/capture/place-file.ts', 'host/capture/recover.ts'],
  );
});
