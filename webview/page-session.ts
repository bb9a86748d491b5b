import { type Lag, LagJudge } from '../core/analysis/judge.ts';
import { SessionModel } from '../core/session/model.ts';
import { applyChunk } from '../core/session/replay.ts';
import type { Thread } from '../core/session/thread.ts';
import { Decoder } from '../core/wire/codec.ts';
import type { AppClasses, BeginMessage } from '../extension/page-protocol.ts';
import { appClassTest } from './app-classes.ts';

/** The session as the page knows it: the same decoder, model and judge as in the extension host, fed with the same bytes. */
export class PageSession {
  readonly about: BeginMessage;
  readonly model = new SessionModel();
  readonly #decoder = new Decoder();
  #judge: LagJudge;
  #thresholdUs: number;
  #isAppClass: (dottedClass: string) => boolean = () => false;

  constructor(about: BeginMessage) {
    this.about = about;
    this.#thresholdUs = about.thresholdUs;
    this.#judge = this.#newJudge(about.appClasses);
  }

  /** Takes the next bytes; what they mean for lags is worked out by `judge`. */
  push(data: ArrayBuffer, isChunk: boolean): void {
    if (isChunk) {
      applyChunk(this.model, new Uint8Array(data));
      return;
    }
    for (const message of this.#decoder.push(new Uint8Array(data))) this.model.apply(message);
  }

  /** Brings the lags up to date. */
  judge(): void {
    this.#judge.update();
  }

  get lags(): readonly Lag[] {
    return this.#judge.lags;
  }

  get thresholdUs(): number {
    return this.#thresholdUs;
  }

  set thresholdUs(thresholdUs: number) {
    this.#thresholdUs = thresholdUs;
    this.#judge.setThreshold(thresholdUs);
  }

  /** What counts as the app's own code has changed: culprits are looked for anew. */
  setAppClasses(appClasses: AppClasses): void {
    this.#judge = this.#newJudge(appClasses);
    this.#judge.update();
  }

  /** Is this the app's own code? */
  isAppClass(dottedClass: string): boolean {
    return this.#isAppClass(dottedClass);
  }

  /** The main thread of the latest run that has one. */
  get mainThread(): Thread | undefined {
    return this.model.threads.findLast((thread) => thread.isMain);
  }

  #newJudge(appClasses: AppClasses): LagJudge {
    this.#isAppClass = appClassTest(appClasses, () => this.model.runs.map((run) => run.process?.app ?? run.hello?.process ?? ''));
    return new LagJudge(this.model, { thresholdUs: this.#thresholdUs, isAppClass: this.#isAppClass });
  }
}
