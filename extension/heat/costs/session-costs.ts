import { causeOf } from '../../../core/analysis/causes/rules.ts';
import { appClassPredicate, appPackage } from '../../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { frameOf } from '../../../core/analysis/frames/frame.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import type { Cost } from '../../../core/analysis/source-costs/cost-columns.ts';
import type { FileHeat } from '../../../core/analysis/source-costs/file-costs.ts';
import { LineCosts, type WatchedFile } from '../../../core/analysis/source-costs/line-costs.ts';
import { ALL_TIME, overlapsAny } from '../../../core/columns/time-range.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { MOST_KEY_LETTERS } from '../../../core/session/names/text-key.ts';
import type { AppClasses } from '../../../protocol/page-protocol.ts';
import { isPathNamed, originsOf } from '../../sources/source-document.ts';
import type {
  CostFacts,
  Judging,
  LineCause,
  NamedCaller,
  NamedCallers,
  NamedPaths,
  WantedCosts,
  WantedSource,
  WatchedLine,
} from './cost-questions.ts';

/** Samples or lags per step; takes less than a millisecond. */
const ROWS_AT_ONCE = 64;
/** Most methods searched for paths, and most paths found, in one answer. */
const METHODS_AT_ONCE = 20_000;
const PATHS_AT_ONCE = 64;

const NO_HEAT: FileHeat = { lines: [], functions: [] };

interface Watched {
  readonly source: WantedSource;
  readonly costs: WatchedFile;
}

interface Judged {
  readonly lags: readonly Lag[];
}

/** A model with its lags: of a capture, or of a file, which is judged in steps. */
export type JudgedSession =
  | { readonly model: SessionModel; lags(): readonly Lag[] }
  | { readonly model: SessionModel; judged(judging: Judging): Generator<void, Judged> };

/** Answers questions about a session's model, long ones in steps. */
export class SessionCosts {
  readonly model: SessionModel;
  readonly #session: JudgedSession;
  readonly #all: LineCosts;
  readonly #files = new Map<number, Watched>();
  #judged: Judged = { lags: [] };
  #selection: WantedCosts['selection'] = { number: 0, ranges: undefined };
  #selected: LineCosts | undefined;

  constructor(session: JudgedSession) {
    this.model = session.model;
    this.#session = session;
    this.#all = new LineCosts(this.model);
  }

  *update({ selection, ...judging }: WantedCosts): Generator<void, CostFacts> {
    this.#select(selection);
    if ('judged' in this.#session) this.#judged = yield* this.#session.judged(judging);
    while (!this.#costs.update(this.#lags, ROWS_AT_ONCE)) yield;
    const ranges = selection.ranges ?? ALL_TIME;
    const lags = this.#lags.filter(({ beginUs, endUs }) => overlapsAny(ranges, beginUs, endUs)).length;
    const createdUs = this.model.session?.createdUs ?? this.model.runs[0]?.hello?.wallUs ?? 0;
    return {
      recordedMs: Math.round(createdUs / 1_000),
      runs: this.model.runs.length,
      samples: this.model.threads.reduce((sum, { samples }) => sum + samples.length, 0),
      lags,
      workUs: lags > 0 ? undefined : this.#costs.workUs,
    };
  }

  watch(source: WantedSource): void {
    this.unwatch(source.file);
    this.#files.set(source.file, { source, costs: this.#costs.watch(originsOf(source.key), source.runs) });
  }

  unwatch(file: number): void {
    this.#files.get(file)?.costs.close();
    this.#files.delete(file);
  }

  /** None for an unwatched file. */
  heat(file: number): FileHeat {
    const watched = this.#files.get(file);
    return watched === undefined ? NO_HEAT : boundedHeat(watched.costs.heat(), watched.source.lines);
  }

  callers(of: readonly WatchedLine[], most: number): NamedCallers {
    const byNode = new Map<number, number>();
    for (const { file, line } of of) {
      for (const { node, totalUs } of this.#files.get(file)?.costs.callers(line) ?? []) {
        byNode.set(node, (byNode.get(node) ?? 0) + totalUs);
      }
    }
    const longest = [...byNode].sort(([, a], [, b]) => b - a).slice(0, most);
    return { first: longest.map(([node, totalUs]) => this.#named(node, totalUs)), count: byNode.size };
  }

  cause(of: readonly WatchedLine[], { packages, prefixes }: AppClasses): LineCause | undefined {
    const lags = of.flatMap(({ file, line }) => this.#files.get(file)?.costs.worstLag(line) ?? []);
    const [worst] = lags.sort((a, b) => b.us - a.us);
    if (worst === undefined) return undefined;
    const apps = this.model.runs.map((run) => appPackage(run.process?.app ?? run.hello?.process ?? '')).filter((name) => name !== '');
    const app = new AppMethods(this.model, appClassPredicate({ packages, prefixes: [...prefixes, ...apps] }));
    return { sentences: causeOf(this.model, worst.lag, app).sentences };
  }

  paths(name: string, from: number): NamedPaths {
    const { methods } = this.model;
    const end = Math.min(methods.length, from + METHODS_AT_ONCE);
    const paths = new Set<string>();
    let next = from;
    for (; next < end && paths.size < PATHS_AT_ONCE; next++) {
      const method = methods[next];
      if (method !== undefined && isPathNamed(method, name)) paths.add(method.sourceFile);
    }
    return { paths: [...paths], next, isAll: next >= methods.length };
  }

  get #costs(): LineCosts {
    return this.#selected ?? this.#all;
  }

  get #lags(): readonly Lag[] {
    return 'judged' in this.#session ? this.#judged.lags : this.#session.lags();
  }

  #select(selection: WantedCosts['selection']): void {
    if (selection.number === this.#selection.number) return;
    this.#selection = selection;
    for (const file of [...this.#files.keys()]) this.unwatch(file);
    this.#selected = selection.ranges && new LineCosts(this.model, selection.ranges);
  }

  #named(node: number, totalUs: number): NamedCaller {
    if (node === 0) return { frame: undefined, totalUs };
    const { label, sourceFile, line } = frameOf(this.model, node);
    return { frame: { label, sourceFile, line }, totalUs };
  }
}

/** Limits of one answer. The longest known source has 20,000 lines, few of them sampled. */
export const MOST_LINES = 10_000;
export const MOST_FUNCTIONS = 1_000;

/**
 * A file's displayable costs; the most expensive stay. One line beyond the end reveals another source.
 * @param lines number of lines in the source
 */
export function boundedHeat({ lines: all, functions }: FileHeat, lines: number): FileHeat {
  const inside = all.findLastIndex(({ line }) => line <= lines) + 1;
  const shown = hottest(all.slice(0, inside), MOST_LINES);
  const beyond = inside < all.length ? all.slice(-1) : [];
  const named = functions.filter((each) => each.class.length + each.method.length <= MOST_KEY_LETTERS);
  return { lines: [...shown, ...beyond], functions: hottest(named, MOST_FUNCTIONS) };
}

/** Keeps the order. */
function hottest<C extends Cost>(costs: readonly C[], most: number): readonly C[] {
  if (costs.length <= most) return costs;
  const chosen = new Set(costs.toSorted((a, b) => b.totalUs - a.totalUs).slice(0, most));
  return costs.filter((cost) => chosen.has(cost));
}
