import * as vscode from 'vscode';
import type { SessionLibrary } from '../../host/capture/library.ts';
import type { Log } from '../surface/log.ts';
import { readSettings } from '../surface/vscode/settings.ts';

/**
 * Removes sessions beyond the settings' limits, except those in tabs.
 * @param inUse further files to keep
 */
export async function tidyLibrary(library: SessionLibrary, log: Log, inUse: readonly (string | undefined)[]): Promise<void> {
  const { keepSessions, maxSessionBytes } = readSettings();
  const kept = new Set([...openFiles(), ...inUse.filter((path) => path !== undefined)]);
  for (const removed of await library.tidy({ sessions: keepSessions, bytes: maxSessionBytes }, kept)) {
    log.info(`Removed the old session ${removed}`);
  }
}

/** Files in tabs of this window, as a page reads its session again when shown. */
function openFiles(): readonly string[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) => (input instanceof vscode.TabInputCustom && input.uri.scheme === 'file' ? [input.uri.fsPath] : []));
}
