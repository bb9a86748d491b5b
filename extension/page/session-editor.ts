import * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import { editorTypeOf } from '../contributions/context-keys.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { type FileServices, FileSession, type SessionPlace } from './file-session.ts';
import { PageHost } from './page-host.ts';
import type { PageServices } from './page-services.ts';

/** Sessions of other tools' files. */
export interface SessionPlaces {
  fileOf(uri: vscode.Uri): SessionPlace;
}

/** A document, which may have several editors. */
class SessionDocument implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  readonly place: SessionPlace | undefined;

  constructor(uri: vscode.Uri, place: SessionPlace | undefined) {
    this.uri = uri;
    this.place = place;
  }

  dispose(): void {
    // Each editor reads and closes the file itself.
  }
}

/** The read-only editors of `.laglens` and of other tools' profiles, with the same page as the panel. */
export class SessionEditors implements vscode.CustomReadonlyEditorProvider {
  readonly #services: PageServices;
  readonly #files: FileServices;
  readonly #places: SessionPlaces | undefined;
  readonly #hosts = new Map<vscode.WebviewPanel, PageHost>();
  /** Views of links whose editors are still to open, by file address. */
  readonly #wantedViews = new Map<string, unknown>();

  constructor(services: PageServices, files: FileServices, places: SessionPlaces | undefined) {
    this.#places = places;
    this.#services = services;
    this.#files = files;
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return new SessionDocument(uri, uri.path.endsWith('.laglens') ? undefined : this.#places?.fileOf(uri));
  }

  resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const place = document instanceof SessionDocument ? document.place : undefined;
    const host = new PageHost(panel, new FileSession(document.uri, this.#files, place), this.#services);
    this.#hosts.set(panel, host);
    const key = document.uri.toString();
    if (this.#wantedViews.has(key)) host.showView(this.#wantedViews.get(key));
    this.#wantedViews.delete(key);
    panel.onDidDispose(guarded(() => this.#hosts.delete(panel), unexpected));
  }

  /** Opens a session file, or reveals its editor, with this view. */
  async open(uri: vscode.Uri, view: unknown): Promise<void> {
    const key = uri.toString();
    const shown = [...this.#hosts.values()].find(({ source }) => source.uri?.toString() === key);
    if (shown === undefined) this.#wantedViews.set(key, view);
    await vscode.commands.executeCommand('vscode.openWith', uri, editorTypeOf(uri));
    shown?.showView(view);
  }

  /** Opens a session file, or reveals its editor; undefined if VS Code shows no page of it. */
  async show(uri: vscode.Uri): Promise<PageHost | undefined> {
    await vscode.commands.executeCommand('vscode.openWith', uri, editorTypeOf(uri));
    const key = uri.toString();
    const hosts = [...this.#hosts].filter(([, { source }]) => source.uri?.toString() === key);
    return (hosts.find(([panel]) => panel.active) ?? hosts[0])?.[1];
  }

  get hosts(): Iterable<PageHost> {
    return this.#hosts.values();
  }
}
