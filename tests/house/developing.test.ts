import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { groups } from '../../scripts/test-run/groups.ts';
import { matches, root, sourceFiles } from './project-sources.ts';

test('files, folders and scripts that docs/developing.md names exist', async () => {
  const page = await readFile(join(root, 'docs', 'developing.md'), 'utf8');
  const files = (await sourceFiles()).map(({ path }) => path);
  const scripts = Object.keys(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).scripts);
  const missing: string[] = [];
  // Recipes name a room first, then files in it.
  for (const section of page.split(/^### /m)) {
    const room = /, in `([\w/]+)`\.$/m.exec(section)?.[1] ?? '';
    for (const [, name = ''] of section.matchAll(/`([\w./-]+(?:\.\w+|\/))`/g)) {
      const found = [name, `${room}/${name}`].some((path) =>
        files.some((file) => file === path || file.startsWith(path.replace(/\/?$/, '/'))),
      );
      if (!found && name !== 'dist/') missing.push(name);
    }
  }
  for (const [, name = ''] of page.matchAll(/`npm run (\w+)/g)) if (!scripts.includes(name)) missing.push(`npm run ${name}`);
  for (const [, name = ''] of page.matchAll(/`npm test -- ([\w/]+)/g))
    if (!Object.hasOwn(groups, name) && !['all', 'guards'].includes(name) && !files.some((file) => file.startsWith(name)))
      missing.push(`npm test -- ${name}`);
  assert.deepEqual(missing, []);
});

test('launches and tasks of .vscode run scripts of package.json', async () => {
  const read = async (name: string): Promise<string> => readFile(join(root, '.vscode', name), 'utf8');
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { tasks } = JSON.parse(await read('tasks.json'));
  const { configurations } = JSON.parse(await read('launch.json'));
  const labels = tasks.map(({ label }: { readonly label: string }) => label);
  for (const { script } of tasks) if (script !== undefined) assert.ok(script in scripts, script);
  for (const { preLaunchTask } of configurations) if (preLaunchTask !== undefined) assert.ok(labels.includes(preLaunchTask), preLaunchTask);
});

test('at most four files name a view of the page outside its own folder', async () => {
  const page = (await sourceFiles()).filter(({ path }) => /^(?:webview|protocol)\/.*(?<!\.test)\.ts$/.test(path));
  const ids = page.flatMap(({ path, lines }) => {
    const folder = /^webview\/modes\/(\w+)\/\1-mode\.ts$/.exec(path)?.[1];
    if (folder === undefined) return [];
    assert.ok(lines.includes(`  id: '${folder}',`), path);
    return [folder];
  });
  assert.ok(ids.includes('sandwich') && ids.length > 3, ids.join());
  for (const id of ids) {
    // By its id, by an import from its folder, or by its texts. Tags and classes may have the same name.
    const names = new RegExp(`(?<!element\\(|class: )'${id}'|from '\\./${id}/|/modes/${id}/|^ {2}${id}(?:Hint)?: '`);
    const naming = matches(
      page.filter(({ path }) => !path.startsWith(`webview/modes/${id}/`)),
      names,
    );
    const named = [...new Set(naming.map((match) => match.split(':')[0]))];
    assert.ok(named.includes('webview/modes/modes.ts'), id);
    assert.ok(named.length <= 4, `${id}: ${named.join(', ')}`);
  }
});
