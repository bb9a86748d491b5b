import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { HeatStrip, heatColumnUs } from '../../../core/analysis/report/heat-strip.ts';
import { threadStates } from '../../../core/analysis/threads/thread-tracks.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { HeatData } from '../../timeline/panel/heat-painter.ts';
import type { Viewport } from '../../ui/viewport.ts';

/** Most columns: as many as a wide page can show. */
const MOST_COLUMNS = 400;
/** Longer sessions show the strip by default. */
const LONG_US = 120_000_000;

/** Updates the strip of a growing session. */
export class HeatSource {
  #model: SessionModel | undefined;
  #strip: HeatStrip | undefined;
  /** Inputs of the last update. */
  #version = -1;
  #updates = 0;
  #endUs = 0;
  #lags: readonly Lag[] = [];

  /**
   * @param wanted undefined depends on the session's length
   * @returns undefined while hidden
   */
  data(
    model: SessionModel,
    bounds: Viewport,
    shown: Viewport,
    second: Viewport | undefined,
    lags: readonly Lag[],
    wanted: boolean | undefined,
  ): HeatData | undefined {
    if (!(wanted ?? bounds.toX > LONG_US)) return undefined;
    const columnUs = heatColumnUs(bounds.toX, MOST_COLUMNS);
    const isOther = this.#strip?.columnUs !== columnUs || this.#model !== model;
    if (isOther || this.#strip === undefined) this.#strip = new HeatStrip(columnUs);
    this.#model = model;
    if (isOther || this.#version !== model.version || this.#lags !== lags || this.#endUs !== bounds.toX) {
      const mains = model.threads.filter((thread) => thread.isMain).map((thread) => threadStates(model, thread));
      this.#strip.update(Math.min(bounds.toX, model.nowUs), mains, lags);
      this.#updates++;
    }
    this.#version = model.version;
    this.#lags = lags;
    this.#endUs = bounds.toX;
    const isWhole = second === undefined && shown.fromX <= bounds.fromX && shown.toX >= bounds.toX;
    return { strip: this.#strip, updates: this.#updates, bounds, chosen: isWhole ? [] : [shown, ...(second ? [second] : [])] };
  }
}
