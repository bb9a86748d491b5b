import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../house/project-sources.ts';
import { parsedFiles } from './github-files.ts';

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id: string;
    readonly attributes: { readonly label: string; readonly description?: string; readonly options?: readonly string[] };
  }[];
}

test('issue forms have what GitHub asks for, and name commands and buttons that exist', async () => {
  const forms = (await parsedFiles<Form>('.github/ISSUE_TEMPLATE')).filter(({ path }) => !path.endsWith('config.yml'));
  assert.deepEqual(forms.map(({ path }) => path.split('/').at(-1)).sort(), ['bug.yml', 'device.yml', 'wrong-lag.yml']);
  const texts: Readonly<Record<string, string>> = {
    ...JSON.parse(await readFile(join(root, 'l10n/bundle.l10n.json'), 'utf8')),
    ...JSON.parse(await readFile(join(root, 'package.nls.json'), 'utf8')),
  };
  const known = new Set(Object.values(texts).flatMap((text) => [text, `Laglens: ${text}`]));
  for (const { path, text, content } of forms) {
    assert.ok(content.name.length > 3 && content.description.length > 3, path);
    assert.equal(new Set(content.body.map(({ id }) => id)).size, content.body.length, path);
    for (const { type, attributes } of content.body) {
      assert.ok(['textarea', 'input', 'dropdown'].includes(type) && typeof attributes.label === 'string', path);
      assert.equal(type === 'dropdown', Array.isArray(attributes.options), path);
      assert.ok(['string', 'undefined'].includes(typeof attributes.description), path);
    }
    const named = [...text.matchAll(/\*([^*\n]+)\*/g)].map(([, name = '']) => name);
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
      path,
    );
  }
});
