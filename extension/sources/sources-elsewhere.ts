import * as vscode from 'vscode';
import type { SourcesElsewhere } from '../../host/diagnose/sources-step.ts';
import { NOT_SOURCES } from './app-packages.ts';
import { globOfName } from './path-map.ts';
import { findFiles } from './workspace-files.ts';

/** Each is a search of its own. */
const MOST_NAMES = 20;

/** Sources of folders of other file systems, by their names. */
export function sourcesElsewhere(): SourcesElsewhere {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme !== 'file');
  const isThere = async (name: string): Promise<boolean> => {
    const isWanted = (path: string): boolean => path.endsWith(`/${name}`);
    const found = await findFiles({ glob: globOfName(name, false), exclude: NOT_SOURCES, most: MOST_NAMES, isWanted });
    return found.some(({ scheme }) => scheme !== 'file');
  };
  return {
    folders: folders.map(({ name }) => name),
    async count(names, signal) {
      if (folders.length === 0) return 0;
      let found = 0;
      for (const name of [...names].slice(0, MOST_NAMES)) {
        signal.throwIfAborted();
        if (await isThere(name)) found++;
      }
      return found;
    },
  };
}
