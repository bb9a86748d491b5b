import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifest } from '../../extension/contributions/manifest.ts';

/** Package.json with the extension's contributions, and their texts. */
export async function manifestFiles(root: string): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const { activationEvents, contributes, restrictedConfigurations, texts } = manifest();
  const given = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { untrustedWorkspaces } = given.capabilities;
  const capabilities = { ...given.capabilities, untrustedWorkspaces: { ...untrustedWorkspaces, restrictedConfigurations } };
  return [
    { path: 'package.json', text: json({ ...given, activationEvents, capabilities, contributes }) },
    { path: 'package.nls.json', text: json(texts) },
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
