import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keybindings } from '../../extension/contributions/keybindings.ts';
import { workbenchBundle } from './vscode-parsers.ts';

/** How the bundle writes a key: VS Code's KeyCode (F1 is 59) and its bits of modifiers (src/vs/base/common/keyCodes.ts). */
function codeOf(key: string): number {
  const modifiers: Readonly<Record<string, number>> = { ctrl: 2048, cmd: 2048, shift: 1024, alt: 512 };
  return key.split('+').reduce((sum, part) => sum + (modifiers[part] ?? 58 + Number(/^f(\d+)$/.exec(part)?.[1])), 0);
}

/** How often VS Code itself binds a key. */
function bindings(bundle: string, code: number): number {
  return [...bundle.matchAll(new RegExp(`(?:primary:|secondary:\\[[\\d,|]*\\b)${code}\\b`, 'g'))].length;
}

for (const age of ['oldest', 'newest'] as const) {
  test(`no key of ours is a default of the ${age} VS Code`, async () => {
    const bundle = await workbenchBundle(age);
    // Otherwise the test could not fail: F8 goes through problems, Ctrl+F10 does nothing.
    assert.ok(bindings(bundle, codeOf('alt+f8')) > 0);
    assert.ok(bindings(bundle, codeOf('shift+f9')) > 0);
    for (const { key, mac } of keybindings) for (const each of [key, mac]) assert.equal(bindings(bundle, codeOf(each)), 0, each);
  });
}

test('two commands share a key only if never both can run', () => {
  const whens = new Map<string, string[]>();
  for (const { key, when } of keybindings) whens.set(key, [...(whens.get(key) ?? []), when]);
  assert.deepEqual(
    [...whens].filter(([, all]) => all.length > 1),
    [['ctrl+f7', ['isWorkspaceTrusted && !laglens.recording', 'laglens.recording']]],
  );
});
