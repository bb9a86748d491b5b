import * as vscode from 'vscode';
import { readSession, type SessionReport } from '../../core/session/reader.ts';
import type { SessionSource } from '../../core/session/session-source.ts';
import { inflateDriver, SessionFile } from '../../host/capture/session-file.ts';
import type { HostWarning } from '../page-protocol.ts';
import type { PageSource, SessionPart } from './page-source.ts';
import { saveCopy } from './save-copy.ts';

/** A recorded session. Each page reads the file anew, so that no page keeps it in memory here. */
export class FileSession implements PageSource {
  readonly about;
  readonly phase = { phase: 'recorded', detail: '' } as const;
  readonly #uri: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #warnings: readonly HostWarning[] = [];

  /** @param title for people; the file's name when left out */
  constructor(uri: vscode.Uri, title?: string) {
    this.#uri = uri;
    const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
    this.about = { session: sessionKey(uri), title: title ?? name.replace(/\.laglens$/, ''), live: false };
  }

  get uri(): vscode.Uri {
    return this.#uri;
  }

  get warnings(): readonly HostWarning[] {
    return this.#warnings;
  }

  async *stream(signal: AbortSignal): AsyncGenerator<SessionPart> {
    const source = await sessionSource(this.#uri);
    try {
      const reader = readSession(source, inflateDriver);
      let held: SessionPart | undefined;
      for await (const chunk of reader) {
        if (signal.aborted) return;
        if (held) yield held;
        held = { data: new Uint8Array(chunk), catchingUp: true, chunk: true };
      }
      if (held) yield { ...held, catchingUp: false };
      this.#warnings = reportWarnings(reader.report);
      this.#changed.fire();
    } finally {
      await source.close();
    }
  }

  async save(): Promise<void> {
    await saveCopy(this.#uri, this.about.title);
  }
}

/** By what a page knows its session again, also after several reloads: the path, which the capture had, too. */
export function sessionKey(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.toString();
}

interface OpenSource extends SessionSource {
  close(): Promise<void>;
}

/** A file of this computer is read by ranges; what else VS Code knows is read as a whole, as its file systems know no ranges. */
async function sessionSource(uri: vscode.Uri): Promise<OpenSource> {
  if (uri.scheme === 'file') return SessionFile.open(uri.fsPath);
  const bytes = await vscode.workspace.fs.readFile(uri);
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length), close: async () => undefined };
}

function reportWarnings(report: Readonly<SessionReport>): readonly HostWarning[] {
  const warnings: HostWarning[] = [];
  if (report.truncated) {
    warnings.push({
      code: 'truncated',
      text: vscode.l10n.t('The file does not end as it should: the recording was cut off. All up to there is shown.'),
    });
  }
  if (report.badChunks > 0) {
    warnings.push({ code: 'damaged', text: vscode.l10n.t('{0} damaged parts of the file were left out.', report.badChunks) });
  }
  return warnings;
}
