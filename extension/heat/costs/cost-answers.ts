import type { Answers } from '../../../host/thread-peer.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import type { CostFacts, LineCause, NamedCallers, NamedPaths, WantedCosts, WantedSource, WatchedLine } from './cost-questions.ts';
import { type PackedHeat, packHeat } from './packed-heat.ts';
import type { SessionCosts } from './session-costs.ts';

/** Questions to the thread that holds the session, as in `CostSource`. */
export interface CostAnswers {
  update(wanted: WantedCosts): CostFacts;
  watch(source: WantedSource): void;
  unwatch(file: number): void;
  heat(file: number): PackedHeat;
  callers(of: readonly WatchedLine[], most: number): NamedCallers;
  cause(of: readonly WatchedLine[], appClasses: AppClasses): LineCause | undefined;
  paths(name: string, from: number): NamedPaths;
  /** Frees the costs. */
  forget(): void;
}

interface HeldCosts {
  costs(): SessionCosts;
  /** Runs in steps, after earlier long work. */
  long<Result>(work: () => Generator<void, Result>): Promise<Result>;
  forget(): Promise<void>;
}

export function costAnswers({ costs, long, forget }: HeldCosts): Answers<CostAnswers> {
  return {
    update: (wanted) => long(() => costs().update(wanted)),
    watch: (source) => costs().watch(source),
    unwatch: (file) => costs().unwatch(file),
    heat: (file) => packHeat(costs().heat(file)),
    callers: (of, most) => costs().callers(of, most),
    cause: (of, appClasses) => costs().cause(of, appClasses),
    paths: (name, from) => costs().paths(name, from),
    forget,
  };
}
