import { atOnce } from '../../core/session/file/turns.ts';
import { detach } from '../../host/builds/unpack/detach.ts';
import type { Answers } from '../../host/thread-peer.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import type { CostFacts, Judging, LineCause, NamedCallers, NamedPaths, WantedCosts, WantedSource, WatchedLine } from './cost-questions.ts';
import { type PackedHeat, packHeat } from './packed-heat.ts';
import { SessionCosts } from './session-costs.ts';

/** Questions to a thread about the one file that it holds, as in `CostSource`. */
export interface CostAnswers {
  take(data: Uint8Array<ArrayBuffer>, judging: Judging): void;
  update(wanted: WantedCosts): CostFacts;
  watch(source: WantedSource): void;
  unwatch(file: number): void;
  heat(file: number): PackedHeat;
  callers(of: readonly WatchedLine[], most: number): NamedCallers;
  cause(of: readonly WatchedLine[], appClasses: AppClasses): LineCause | undefined;
  paths(name: string, from: number): NamedPaths;
}

/** Nobody else waits in this thread, so no turns are needed. */
export function answers(): Answers<CostAnswers> {
  const costs = new SessionCosts();
  return {
    take: (data, judging) => {
      atOnce(costs.take(data, judging));
      // V8 does not count chunks as its heap and would keep them long.
      detach(data);
    },
    update: (wanted) => atOnce(costs.update(wanted)),
    watch: (source) => costs.watch(source),
    unwatch: (file) => costs.unwatch(file),
    heat: (file) => packHeat(costs.heat(file)),
    callers: (of, most) => costs.callers(of, most),
    cause: (of, appClasses) => costs.cause(of, appClasses),
    paths: (name, from) => costs.paths(name, from),
  };
}
