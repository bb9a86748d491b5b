import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installCodeServer, type VsCodeAge } from '../../scripts/setup/install-code-server.ts';

/** How a release of VS Code reads texts of extensions, as its own bundle says it. */
export interface VsCodeParsers {
  /** `[label](target)` in messages, prompts and validation texts. */
  readonly link: RegExp;
  /** `$(icon)` in labels. */
  readonly icon: RegExp;
}

/** Takes the expressions out of the bundle of the workbench. @throws AssertionError when they are not where they were */
export async function vsCodeParsers(age: VsCodeAge): Promise<VsCodeParsers> {
  const { entry } = await installCodeServer(age, () => undefined);
  const workbench = join(entry, '..', '..', '..', 'lib', 'vscode', 'out', 'vs', 'code', 'browser', 'workbench', 'workbench.js');
  const bundle = await readFile(workbench, 'utf8');
  // src/vs/base/common/linkedText.ts: the one expression with all three kinds of targets.
  const link = /=(\/\\\[(?:[^/\\\n]|\\.|\[[^\]\n]*\])*\|command:\|file:(?:[^/\\\n]|\\.)*\/)([a-z]*);/.exec(bundle);
  assert.ok(link?.[1] !== undefined, 'the expression of links was not found');
  // src/vs/base/common/themables.ts, and how iconLabels.ts puts its parts together.
  const name = /\.iconNameExpression="([^"]+)"/.exec(bundle)?.[1];
  const modifier = /\.iconModifierExpression="([^"]+)"/.exec(bundle)?.[1];
  assert.ok(name !== undefined && modifier !== undefined, 'the expressions of icons were not found');
  return { link: new RegExp(link[1].slice(1, -1), link[2]), icon: new RegExp(`\\$\\(${name}(?:${modifier})?\\)`, 'g') };
}
