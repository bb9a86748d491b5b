import { float64At } from '../../../core/columns/at.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';

/** Finds the moment at which main's open message becomes a lag. Other lags can wait for the next regular update. */
export class OpenLagWatch {
  #run = -1;
  #beginUs = -1;

  /** True once per message. Cheap: every piece of the stream asks. */
  passes(model: SessionModel, thresholdUs: number): boolean {
    const run = model.runs.at(-1);
    const messages = run?.threads.find(({ isMain }) => isMain)?.messages;
    if (run === undefined || messages === undefined || messages.openRow < 0) return false;
    const beginUs = float64At(messages.beginUs, messages.openRow);
    const isKnown = this.#run === run.index && this.#beginUs === beginUs;
    if (isKnown || messages.lastUs - beginUs <= thresholdUs) return false;
    this.#run = run.index;
    this.#beginUs = beginUs;
    return true;
  }
}
