import * as vscode from 'vscode';
import type { Captures } from '../capture/captures.ts';
import type { DeviceProviders } from '../capture/device-providers.ts';
import type { TreeView } from '../surface/trees.ts';
import { DevicesTree } from './devices-tree.ts';
import { type FileCommandServices, FileCommands } from './file-commands.ts';
import { SessionCommands } from './session-commands.ts';
import { SessionsTree } from './sessions-tree.ts';

export interface SideBarServices extends FileCommandServices {
  /** Completes recordings of killed editors. */
  recover(): Promise<void>;
  readonly devices: DeviceProviders;
  readonly captures: Captures;
}

/** The views of the activity bar and their commands. */
export class SideBar {
  readonly sessions: SessionCommands;
  readonly files: FileCommands;
  readonly #services: SideBarServices;
  #tree: SessionsTree | undefined;
  #devices: DevicesTree | undefined;

  constructor(services: SideBarServices) {
    this.#services = services;
    this.sessions = new SessionCommands({ library: services.library, facts: services.facts, tree: () => this.#tree });
    this.files = new FileCommands(services);
  }

  /** Called when the view is first shown. */
  sessionsTree(view: TreeView): SessionsTree {
    this.#tree = new SessionsTree(view, this.#services);
    return this.#tree;
  }

  /** Called when the view is first shown. */
  devicesTree(view: TreeView): DevicesTree {
    const { devices, captures } = this.#services;
    this.#devices = new DevicesTree(view, {
      providers: () => devices.all,
      onDidChangeProviders: devices.onDidChange,
      recorded: () => captures.recorded,
      onDidChangeRecorded: captures.onDidChange,
      mayRunTools: () => vscode.workspace.isTrusted,
      onDidGrantTrust: vscode.workspace.onDidGrantWorkspaceTrust,
    });
    return this.#devices;
  }

  dispose(): void {
    this.#tree?.dispose();
    this.#devices?.dispose();
  }
}
