/**
 * Takes media/screenshots/: the sample session beside the source of its longest lag, in a dark, a light and a high-contrast theme.
 * `node scripts/run.mjs screenshots`
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaglensPanel } from '../tests/e2e/harness/laglens-panel.ts';
import { withVsCode } from '../tests/e2e/harness/vscode.ts';
import { ensurePackages } from './setup/packages.ts';
import { buildVsix } from './setup/vsix.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const themes = { dark: 'Default Dark Modern', light: 'Default Light Modern', 'high-contrast': 'Default High Contrast' };
const say = (line: string): unknown => process.stderr.write(`${line}\n`);

await ensurePackages(['browser'], say);
const folder = join(root, 'media', 'screenshots');
await mkdir(folder, { recursive: true });
const vsix = await buildVsix(say);
for (const [name, theme] of Object.entries(themes)) {
  const path = join(folder, `${name}.png`);
  await take(theme, path);
  say(path);
}

async function take(theme: string, path: string): Promise<void> {
  const settings = {
    'workbench.colorTheme': theme,
    'editor.minimap.enabled': false,
    'breadcrumbs.enabled': false,
    'workbench.sideBar.location': 'right',
  };
  const workspace = join(root, 'tests', 'demo-app', 'shop');
  await withVsCode({ workspace, vsix, settings, width: 1600, height: 900, log: say }, async ({ workbench }) => {
    await workbench.runCommand('Laglens: Open Sample Session');
    const panel = await LaglensPanel.find(workbench);
    await panel.selectLag('ImageDecoder.decode');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const { place } = await panel.clickFrame('ImageDecoder.decode');
    const [file = '', line] = place.split(/[:\s]/);
    await workbench.waitForCursor(file, Number(line));
    // Away from the flame graph, whose tooltip would hide half of it.
    await workbench.page.mouse.move(0, 0);
    await workbench.page.screenshot({ path });
  });
}
