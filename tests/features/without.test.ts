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

const features = (await readdir(join(root, 'features'), { withFileTypes: true })).filter((entry) => entry.isDirectory());
/** With `npm test -- all`: needs of one feature by another are refused by their imports, too (tests/house/features.test.ts). */
const alone = process.env.LAGLENS_TESTS === 'all' ? features : [];

test(`without all features the rest has no type errors; without each alone: ${alone.length > 0 ? 'below' : 'npm test -- all'}`, async (t) => {
  const { folder, deleted } = await copyWithout(t, 'features/', (line) => /\/\/ features\/\w/.test(line));
  assert.ok(deleted > 5 * features.length, `${deleted} lines are marked`);
  assert.deepEqual(await typeErrors(folder), []);
});

for (const { name } of alone) {
  test(`without features/${name} the rest has no type errors`, async (t) => {
    const mark = new RegExp(`// features/${name}\\b`);
    const { folder, deleted } = await copyWithout(t, `features/${name}/`, (line) => mark.test(line));
    assert.ok(deleted > 5, `${deleted} lines are marked`);
    assert.deepEqual(await typeErrors(folder), []);
  });
}

test('a need of a feature that no list has is found', async (t) => {
  const { folder } = await copyWithout(t, 'core/columns/', () => false);
  assert.notDeepEqual(await typeErrors(folder, ['.']), []);
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

async function typeErrors(folder: string, of = projects): Promise<readonly string[]> {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const found: string[] = [];
  for (const project of of) {
    await promisify(execFile)(process.execPath, [tsc, '-p', join(folder, project), ...unusedToo], { maxBuffer: 1 << 26 }).catch(
      (error: { stdout: string }) => found.push(...error.stdout.split('\n').filter((line) => line !== '')),
    );
  }
  return found;
}
