import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installCodeServer, type VsCodeAge } from '../../scripts/setup/install-code-server.ts';

/** A release of VS Code's parsers of extensions' texts, from its bundle. */
export interface VsCodeParsers {
  /** `[label](target)` in messages, prompts and validation texts. */
  readonly link: RegExp;
  /** `$(icon)` in labels. */
  readonly icon: RegExp;
}

/** The code of a release's window. */
export async function workbenchBundle(age: VsCodeAge): Promise<string> {
  const { entry } = await installCodeServer(age, () => undefined);
  return readFile(join(entry, '..', '..', '..', 'lib', 'vscode', 'out', 'vs', 'code', 'browser', 'workbench', 'workbench.js'), 'utf8');
}

/** Extracts the expressions from the workbench's bundle. @throws AssertionError if they have moved */
export async function vsCodeParsers(age: VsCodeAge): Promise<VsCodeParsers> {
  const bundle = await workbenchBundle(age);
  // src/vs/base/common/linkedText.ts: the one expression with all three kinds of targets.
  const link = /=(\/\\\[(?:[^/\\\n]|\\.|\[[^\]\n]*\])*\|command:\|file:(?:[^/\\\n]|\\.)*\/)([a-z]*);/.exec(bundle);
  assert.ok(link?.[1] !== undefined, 'the expression of links was not found');
  // src/vs/base/common/themables.ts, composed as in iconLabels.ts.
  const name = /\.iconNameExpression="([^"]+)"/.exec(bundle)?.[1];
  const modifier = /\.iconModifierExpression="([^"]+)"/.exec(bundle)?.[1];
  assert.ok(name !== undefined && modifier !== undefined, 'the expressions of icons were not found');
  return { link: new RegExp(link[1].slice(1, -1), link[2]), icon: new RegExp(`\\$\\(${name}(?:${modifier})?\\)`, 'g') };
}
