import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { root, sourceFiles } from '../house/project-sources.ts';

const projects = ['.', 'webview'];
/** What only the feature used may stay. */
const unusedToo = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];

for (const feature of (await readdir(join(root, 'features'), { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
  test(`without features/${feature.name} the rest has no type errors`, async (t) => {
    const mark = new RegExp(`// features/${feature.name}\\b`);
    const { folder, deleted } = await copyWithout(t, `features/${feature.name}/`, (line) => mark.test(line));
    assert.ok(deleted > 5, `${deleted} lines are marked`);
    assert.deepEqual(await typeErrors(folder), []);
  });
}

test('a need of a feature that no list has is found', async (t) => {
  const { folder } = await copyWithout(t, 'core/columns/', () => false);
  assert.notDeepEqual(await typeErrors(folder), []);
});

/** A copy of what git has or would take, without a folder and lines of TypeScript. */
async function copyWithout(t: TestContext, left: string, isLeft: (line: string) => boolean): Promise<{ folder: string; deleted: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-without-'));
  t.after(() => rm(folder, { recursive: true }));
  let deleted = 0;
  for (const { path, lines } of await sourceFiles((path) => /\.(?:ts|js|css|json)$/.test(path) && !path.startsWith(left))) {
    const kept = path.endsWith('.ts') ? lines.filter((line) => !isLeft(line)) : lines;
    deleted += lines.length - kept.length;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), kept.join('\n'));
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return { folder, deleted };
}

async function typeErrors(folder: string): Promise<readonly string[]> {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const found: string[] = [];
  for (const project of projects) {
    await promisify(execFile)(process.execPath, [tsc, '-p', join(folder, project), ...unusedToo], { maxBuffer: 1 << 26 }).catch(
      (error: { stdout: string }) => found.push(...error.stdout.split('\n').filter((line) => line !== '')),
    );
  }
  return found;
}
