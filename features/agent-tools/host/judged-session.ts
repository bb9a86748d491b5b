import { LagCauses } from '../../../core/analysis/causes/lag-causes.ts';
import { appClassPredicate, appPrefixesOf } from '../../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import type { SourcePlace } from '../../../core/analysis/measures/measured-session.ts';
import { LineCosts } from '../../../core/analysis/source-costs/line-costs.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import type { SessionView } from '../core/session-view.ts';

/** Shorter lags are judged only if they are asked for. */
const USUAL_THRESHOLD_US = 100_000;
/** Detectors of one session. */
const MOST_THRESHOLDS = 3;
/** Rows of samples per turn. */
const COST_ROWS = 50_000;

interface Judge {
  readonly detector: LagDetector;
  readonly app: AppMethods;
  readonly causes: LagCauses;
}

export interface ViewNeeds {
  readonly minMs: number;
  /** Costs of lines take a pass over all samples. */
  readonly costs: boolean;
}

/** A model with the judgements of its lags, each made once. */
export class JudgedSession {
  readonly handle: string;
  readonly model: SessionModel;
  readonly #isLive: () => boolean;
  readonly #judges = new Map<number, Judge>();
  #prefixes = '';
  #costs: LineCosts | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param isLive while it is true, the model may change between turns */
  constructor(handle: string, model: SessionModel, isLive: () => boolean = () => false) {
    this.handle = handle;
    this.model = model;
    this.#isLive = isLive;
  }

  /** One after the other, so that turns of two calls do not meet in one detector. */
  view(needs: ViewNeeds, placeOf: (place: SourcePlace) => { path: string; line: number } | undefined): Promise<SessionView> {
    const made = this.#last.then(() => this.#view(needs, placeOf));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #view({ minMs, costs }: ViewNeeds, placeOf: SessionView['placeOf']): Promise<SessionView> {
    const thresholdUs = Math.min(USUAL_THRESHOLD_US, minMs * 1_000);
    const judge = this.#judgeOf(thresholdUs);
    const turns = new Turns(nodeTurns);
    if (this.#isLive()) judge.detector.update();
    else await turns.run(judge.detector.updateInSteps());
    const { lags } = judge.detector;
    const { model, handle } = this;
    this.#costs ??= new LineCosts(model);
    if (costs) while (!this.#costs.update(lags, this.#isLive() ? Number.POSITIVE_INFINITY : COST_ROWS)) await turns.pause();
    return { handle, model, lags, thresholdUs, app: judge.app, causes: judge.causes, costs: this.#costs, isLive: this.#isLive(), placeOf };
  }

  #judgeOf(thresholdUs: number): Judge {
    // A live session may name its app's classes late.
    const prefixes = appPrefixesOf(this.model);
    if (prefixes.join(' ') !== this.#prefixes) this.#judges.clear();
    this.#prefixes = prefixes.join(' ');
    const known = this.#judges.get(thresholdUs);
    if (known !== undefined) return known;
    const isAppClass = appClassPredicate({ packages: [], prefixes });
    const app = new AppMethods(this.model, isAppClass);
    const judge = { detector: new LagDetector(this.model, { thresholdUs, isAppClass }), app, causes: new LagCauses(this.model, app) };
    for (const oldest of this.#judges.keys()) if (this.#judges.size >= MOST_THRESHOLDS) this.#judges.delete(oldest);
    this.#judges.set(thresholdUs, judge);
    return judge;
  }
}
