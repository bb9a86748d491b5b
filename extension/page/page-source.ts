import type * as vscode from 'vscode';
import type { AppLimits } from '../../core/analysis/lags/app-limits.ts';
import type { Lag } from '../../core/analysis/lags/lag.ts';
import type { SessionReport } from '../../core/session/file/reader.ts';
import type { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { Asked } from '../../host/thread-peer.ts';
import type { BeginMessage, HostWarning, SessionPhase } from '../../protocol/page-protocol.ts';
import type { CostSource } from '../heat/costs/cost-questions.ts';

/** Whole messages of a session. */
export interface SessionPart {
  readonly data: Uint8Array<ArrayBuffer>;
  /** More is there already. */
  readonly catchingUp: boolean;
  /** The bytes decode alone, as a file's chunk does. */
  readonly chunk: boolean;
}

export interface PhaseText {
  readonly phase: SessionPhase;
  readonly detail: string;
  /** A stopped capture is saved, and this many sessions are kept. */
  readonly keptSessions?: number | undefined;
  /** Whole seconds that a running capture has recorded. */
  readonly recordedS?: number | undefined;
}

/** A file whose thread answers questions. */
export interface AskedFile {
  /**
   * Asks about the whole session, in a room of the thread's program. Undefined if the thread cannot answer, or on the signal.
   * @param given what is asked, by the question's number, which can end its work
   * @param answers to the thread's own questions
   */
  ask<Q extends Asked<Q>, K extends keyof Q & string>(
    name: K,
    given: (question: number, report: Readonly<SessionReport>) => Parameters<Q[K]>,
    signal: AbortSignal,
    answers?: object,
  ): Promise<Awaited<ReturnType<Q[K]>> | undefined>;
}

/** A capture or a file that a page shows. */
export interface PageSource {
  /** Threshold of a lag, held only here. Set by page and settings; a source inherits its page's. */
  thresholdUs: number;
  /** Limits of the whole app, as the threshold; left out where nothing here judges. */
  limits?: AppLimits;
  readonly about: Pick<BeginMessage, 'session' | 'title' | 'live' | 'keepsNames'>;
  /** The session from its begin. A capture continues until its end or abort, joining what comes between reads. */
  stream(signal: AbortSignal): AsyncIterable<SessionPart>;
  /** Model and lags in this process; left out if only pages hold the session. */
  readonly model?: SessionModel;
  readonly lags?: readonly Lag[];
  /** The thread of a file, for questions about the whole session. */
  readonly opened?: AskedFile;
  /** Line costs of a session whose model is not in this process. */
  openCosts?(): CostSource;
  /** Its file, if it has one. */
  readonly uri?: vscode.Uri | undefined;
  readonly phase: PhaseText;
  readonly warnings: readonly HostWarning[];
  /** Raw bytes after which reading stopped; undefined if all was read. */
  readonly unreadBeyond?: number | undefined;
  /** `phase` or `warnings` changed. */
  readonly onDidChange: vscode.Event<void>;
  /** Of a capture: main's message has just become a lag, and `stream` has it. */
  readonly onLagOpened?: vscode.Event<void>;
  mark?(): void;
  stop?(): void;
  dispose?(): void;
  /** The session's messages up to now with the names found so far, without waiting. */
  snapshot(signal: AbortSignal): AsyncIterable<readonly Message[]>;
  /** @throws LaglensError if there is nothing to save */
  save(): Promise<void>;
}
