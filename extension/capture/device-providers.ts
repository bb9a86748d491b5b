import * as vscode from 'vscode';
import { AgentFiles } from '../../host/devices/agent-files.ts';
import type { DeviceProvider } from '../../host/devices/device.ts';
import { deviceProviders } from '../../host/devices/providers/device-providers.ts';
import { settingId } from '../contributions/settings.ts';
import { readSettings } from '../surface/vscode/settings.ts';
import type { SignedCopyRegistry } from './signed-copies.ts';

/** Settings that change the tools. */
const TOOL_SETTINGS = (['adbPath', 'adbServer', 'xcrunPath'] as const).map(settingId);

/** The window's device providers, renewed after settings or folders changed. */
export class DeviceProviders {
  readonly #extension: vscode.Extension<unknown>;
  readonly #leftCopies: SignedCopyRegistry;
  readonly #changed = new vscode.EventEmitter<void>();
  /** `all` gives others now. */
  readonly onDidChange = this.#changed.event;
  readonly #copies: () => readonly string[];
  #made: readonly DeviceProvider[] | undefined;

  /** @param copies folders with builds of remote folders, which name their apps */
  constructor(extension: vscode.Extension<unknown>, leftCopies: SignedCopyRegistry, copies: () => readonly string[]) {
    this.#copies = copies;
    this.#extension = extension;
    this.#leftCopies = leftCopies;
  }

  get all(): readonly DeviceProvider[] {
    this.#made ??= this.#make();
    return this.#made;
  }

  /** The remote window's kind. On the local side of a remote window, phones are those of that computer. */
  get remote(): string | undefined {
    return this.#extension.extensionKind === vscode.ExtensionKind.Workspace ? vscode.env.remoteName : undefined;
  }

  settingsChanged(event: vscode.ConfigurationChangeEvent): void {
    if (TOOL_SETTINGS.some((name) => event.affectsConfiguration(name))) this.foldersChanged();
  }

  foldersChanged(): void {
    this.#made = undefined;
    this.#changed.fire();
  }

  #make(): readonly DeviceProvider[] {
    const { adbPath, adbServer, xcrunPath } = readSettings();
    const agents = new AgentFiles(vscode.Uri.joinPath(this.#extension.extensionUri, 'device-agents', 'prebuilt').fsPath);
    const workspaceFolders = (vscode.workspace.workspaceFolders ?? [])
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath);
    const android = { adbPath, adbServer, workspaceFolders: [...workspaceFolders, ...this.#copies()], remote: this.remote };
    const apple = { xcrunPath, workspaceFolders };
    return deviceProviders(agents, { android, apple, copies: this.#leftCopies });
  }
}
