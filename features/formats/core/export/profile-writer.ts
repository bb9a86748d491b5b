import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';

export interface ExportTask {
  readonly model: SessionModel;
  /** Name of the session, such as its file's. */
  readonly name: string;
  readonly lags: readonly Lag[];
}

/** Pieces of the file, each valid until the next; a caller pauses between them. The model must not change meanwhile. */
export type ProfileWriter = (task: ExportTask) => Iterable<string | Uint8Array>;
