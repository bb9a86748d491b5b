import type * as vscode from 'vscode';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { BeginMessage, HostWarning, SessionPhase } from '../../protocol/page-protocol.ts';

/** A piece of a session, whole messages. */
export interface SessionPart {
  readonly data: Uint8Array<ArrayBuffer>;
  /** More is there already. */
  readonly catchingUp: boolean;
  /** The bytes decode on their own, as a chunk of a file does. */
  readonly chunk: boolean;
}

export interface PhaseText {
  readonly phase: SessionPhase;
  readonly detail: string;
}

/** What a page shows: a capture that goes on, or a file. The same page serves both. */
export interface PageSource {
  /**
   * What lasts longer counts as a lag. The session holds it; its page and the settings set it, all others read it here. A source
   * takes over the threshold of the page that shows it.
   */
  thresholdUs: number;
  readonly about: Pick<BeginMessage, 'session' | 'title' | 'live' | 'keepsNames'>;
  /**
   * The session from its begin. A live source goes on with what comes until the capture ends or the signal says stop; it
   * collects what comes between two reads into one part.
   */
  stream(signal: AbortSignal): AsyncIterable<SessionPart>;
  /** The session as it is known here, and its lags; left out for a session that only its pages hold. */
  readonly model?: SessionModel;
  readonly lags?: readonly Lag[];
  /** Of a session that only its pages hold: once more from its begin, for a reader beside them; then waits for names that are found for it. */
  replay?(signal: AbortSignal): AsyncIterable<SessionPart>;
  /** The file that holds it, when it is one. */
  readonly uri?: vscode.Uri | undefined;
  readonly phase: PhaseText;
  readonly warnings: readonly HostWarning[];
  /** Raw bytes beyond which its file was not read, known once it was; undefined when all of it was. */
  readonly unreadBeyond?: number | undefined;
  /** `phase` or `warnings` changed. */
  readonly onDidChange: vscode.Event<void>;
  mark?(): void;
  stop?(): void;
  /** No page shows it any more. */
  dispose?(): void;
  /** The messages of the session as it is now, once more from its begin, with the names found so far; waits for no more. */
  snapshot(signal: AbortSignal): AsyncIterable<readonly Message[]>;
  /** Asks for a place and copies this session there. @throws LaglensError when there is nothing to save */
  save(): Promise<void>;
}
