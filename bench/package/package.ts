import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildVsix } from '../../scripts/setup/vsix.ts';
import { withVsCode } from '../../tests/e2e/harness/vscode.ts';
import { atMost, type Bench } from '../support/figure.ts';

/** Download size, and VS Code's cost of the first command. */
export const bench: Bench = async function* (say) {
  const vsix = await buildVsix(say);
  yield atMost(1.5, { bench: 'package', figure: '.vsix size', value: (await stat(vsix)).size / 1e6, unit: 'MB' });
  const activations: number[] = [];
  for (let window = 0; window < 3; window++) activations.push(await activationMs(vsix, say));
  activations.sort((a, b) => a - b);
  yield atMost(30, {
    bench: 'package',
    figure: 'activation as VS Code reports it, median of 3 windows',
    value: activations[1] ?? Number.NaN,
    unit: 'ms',
    note: activations.map((ms) => `${ms} ms`).join(', '),
  });
};

/** Activates the extension by a command, then reads VS Code's list of running extensions. */
async function activationMs(vsix: string, log: (line: string) => void): Promise<number> {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-bench-'));
  let activation = '';
  try {
    await withVsCode({ workspace, vsix, log }, async ({ workbench }) => {
      await workbench.runCommand('Laglens: Open Sample Session');
      await workbench.page.locator('iframe.webview.ready').first().waitFor();
      await workbench.runCommand('Developer: Show Running Extensions');
      const row = workbench.page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Laglens' });
      activation = await row.locator('.activation-time').innerText();
    });
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
  const found = /(\d+)ms/.exec(activation);
  if (!found) throw new Error(`VS Code's list of running extensions says of Laglens only: ${activation}`);
  return Number(found[1]);
}
