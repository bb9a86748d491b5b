import type { WorkspacePlace } from '../../../host/folders/source-places.ts';
import type { BudgetJudgement } from '../core/judge.ts';

/** A judgement as all formats show it. */
export interface Checked {
  readonly judgement: BudgetJudgement;
  /** Names of the captures. */
  readonly captures: readonly string[];
  readonly baseline: readonly string[];
  /** By key of a group; missing where no file of the workspace matches. */
  readonly places: ReadonlyMap<string, WorkspacePlace>;
  /** The budget's file; undefined outside the workspace. */
  readonly budgetPath: string | undefined;
  /** Limits of the captures' data, as sentences. */
  readonly warnings: readonly string[];
  /** Version of Laglens. */
  readonly version: string;
}
