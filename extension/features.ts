import * as vscode from 'vscode';
import { compareHandlers } from '../features/compare/extension/handlers.ts'; // features/compare
import { formatHandlers } from '../features/formats/extension/handlers.ts'; // features/formats
import { ImportedSessions } from '../features/formats/extension/imported-sessions.ts'; // features/formats
import { lakeHandlers } from '../features/lake/extension/handlers.ts'; // features/lake
import type { SessionLibrary } from '../host/capture/library.ts';
import type { AppClasses } from '../protocol/page-protocol.ts';
import type { SourceRequest } from '../protocol/parse-from-page.ts';
import type { featureCommands } from './contributions/features.ts';
import type { OpenFiles } from './page/open-files.ts';
import type { SessionEditors, SessionPlaces } from './page/session-editor.ts';
import type { StoredFacts } from './sessions/facts/stored-facts.ts';
import type { Log } from './surface/log.ts';

/** Parts of the editor that features use. */
export interface FeatureServices {
  readonly extension: vscode.Uri;
  readonly version: string;
  readonly log: Log;
  readonly editors: SessionEditors;
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
  /** Threads of open files. */
  readonly files: OpenFiles;
  /** Folder of the extension; each feature has one of its own in it. */
  readonly storage: vscode.Uri;
  appClasses(): Promise<AppClasses>;
  /** Opens a source line. */
  open(source: SourceRequest, beside: boolean): Promise<void>;
  /** Path of the session that is being recorded. */
  recording(): string | undefined;
  report(error: unknown): void;
}

type FeatureHandlers = Readonly<Record<keyof typeof featureCommands, (argument: unknown) => Promise<void> | void>>;

/** What features' commands do. */
export function featureHandlers(services: FeatureServices): FeatureHandlers {
  return {
    ...formatHandlers, // features/formats
    ...compareHandlers(services), // features/compare
    ...lakeHandlers(services), // features/lake
  };
}

/** Sessions of other tools' files, kept in the extension's storage; undefined where nothing reads such files. */
export function foreignFiles(storage: vscode.Uri): SessionPlaces | undefined {
  const readers: readonly SessionPlaces[] = [
    new ImportedSessions(vscode.Uri.joinPath(storage, 'imports').fsPath), // features/formats
  ];
  return readers[0];
}
