import * as vscode from 'vscode';
import { requireTrust } from '../../../extension/surface/vscode/require-trust.ts';
import type { lakeCommands } from './contributions.ts';
import { VersionsComparison, type VersionsServices } from './versions-comparison.ts';

/** @param services with the folder of the extension's storage */
export function lakeHandlers(
  services: Omit<VersionsServices, 'folder'> & { readonly storage: vscode.Uri },
): Readonly<Record<keyof typeof lakeCommands, () => Promise<void>>> {
  const versions = new VersionsComparison({ ...services, folder: vscode.Uri.joinPath(services.storage, 'versions').fsPath });
  return {
    compareVersions: () => {
      requireTrust();
      return versions.compare();
    },
  };
}
