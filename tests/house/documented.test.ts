import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { root } from './project-sources.ts';

/** The contributions in package.json that docs/reference.md lists. */
interface Contributed {
  readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly colors: readonly { readonly id: string }[];
  readonly configuration: readonly { readonly title: string; readonly properties: Readonly<Record<string, unknown>> }[];
}

let contributed: Contributed;
let titles: Readonly<Record<string, string>>;
let page: string;
before(async () => {
  const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
  contributed = JSON.parse(await read('package.json')).contributes;
  titles = JSON.parse(await read('package.nls.json'));
  page = await read('docs/reference.md');
});

test('every command, setting and colour is named in docs/reference.md', () => {
  const { commands, colors, configuration } = contributed;
  const ids = [...commands.map(({ command }) => command), ...colors.map(({ id }) => id), ...settingsOf(configuration)];
  assert.deepEqual(
    ids.filter((id) => !page.includes(`\`${id}\``)),
    [],
  );
  const names = commands.map(({ title }) => titles[title.replaceAll('%', '')] ?? title);
  assert.deepEqual(
    names.filter((name) => !page.includes(name)),
    [],
  );
});

test('every command, setting and colour that the documents name exists', async () => {
  const { commands, colors, configuration } = contributed;
  const known = new Set([...commands.map(({ command }) => command), ...colors.map(({ id }) => id), ...settingsOf(configuration)]);
  for (const path of [
    'docs/reference.md',
    'docs/security.md',
    'docs/architecture.md',
    'docs/android.md',
    'docs/ios.md',
    'docs/symbols.md',
    'README.md',
    'CHANGELOG.md',
  ]) {
    const text = await readFile(join(root, path), 'utf8');
    const named = [...text.matchAll(/[`"](laglens\.\w[\w.]*)[`"]/g)].map(([, id = '']) => id);
    assert.deepEqual(
      named.filter((id) => !known.has(id)),
      [],
      path,
    );
  }
});

test('the command palette lists at most 20 commands; the others are in menus, in a page or in Share…', () => {
  const { commands, menus } = contributed;
  const hidden = new Set((menus.commandPalette ?? []).filter(({ when }) => when === 'false').map(({ command }) => command));
  const listed = commands.filter(({ command }) => !hidden.has(command));
  assert.ok(listed.length <= 20, `${listed.length}: ${listed.map(({ command }) => command).join(', ')}`);
  const inMenus = new Set(
    Object.entries(menus).flatMap(([menu, items]) => (menu === 'commandPalette' ? [] : items.map(({ command }) => command))),
  );
  // The bar of a comparison offers these, by its menu and button.
  const compared = ['setRangeBaseline', 'swapSides'].map((name) => `laglens.${name}`);
  // Share… offers these.
  const shared = ['shareFile', 'keepLag', 'copyMarkdown', 'openAsText'].map((name) => `laglens.${name}`);
  assert.deepEqual(
    [...hidden].filter((command) => !inMenus.has(command)),
    [...compared, ...shared],
  );
});

test('settings are in titled sections, as docs/reference.md lists them, none of them long', () => {
  const { configuration } = contributed;
  const sections = configuration.map(({ title, properties }) => `${titles[title.replaceAll('%', '')]} ${Object.keys(properties).length}`);
  assert.deepEqual(sections, ['Capture 7', 'Judging 6', 'Names and Sources 4', 'Tools 4', 'Storage 2']);
  for (const { title, properties } of configuration) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${titles[title.replaceAll('%', '')]} `)) ?? '';
    assert.deepEqual(
      [...row.matchAll(/`(laglens\.[\w.]+)`/g)].map(([, id]) => id),
      Object.keys(properties),
    );
  }
});

function settingsOf(configuration: Contributed['configuration']): readonly string[] {
  return configuration.flatMap(({ properties }) => Object.keys(properties));
}

test('every package of package.json has its version in docs/dependencies.md', async () => {
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const listed = await readFile(join(root, 'docs/dependencies.md'), 'utf8');
  // Types follow their package, and have no version there.
  const named = Object.entries({ ...dependencies, ...devDependencies }).map(([name, version]) =>
    name.startsWith('@types/') ? name : `${name} ${version}`,
  );
  assert.ok(named.length > 15);
  assert.deepEqual(
    named.filter((each) => !listed.includes(each)),
    [],
  );
});
