import { float64At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Run } from '../../session/model/run.ts';
import { FrameTally } from '../display-frames/frame-tally.ts';
import { lateFrameOf } from '../display-frames/missed-frames.ts';
import { screenAt, screenKey } from '../lags/screens.ts';
import type { MeasuredFrames, OnScreen } from './measured-session.ts';

/** Agents report frames in time about once a second. */
const BLOCK_US = 1_000_000;
/** Rows per step, some milliseconds. */
const STEP_ROWS = 32_768;

/** Frames by second and screen. Late frames come in bursts, so a second is what chance draws. */
export function* measureFrames(model: SessionModel): Generator<void, readonly MeasuredFrames[]> {
  const all: MeasuredFrames[] = [];
  for (const run of model.runs) {
    const blocks = new Map<string, { readonly place: OnScreen; readonly tally: FrameTally }>();
    const placeAt = rememberedPlaces(model, run);
    let cameUs = 0;
    for (let row = 0; row < run.frames.length; row++) {
      if (row % STEP_ROWS === STEP_ROWS - 1) yield;
      const atUs = float64At(run.frames.atUs, row);
      const late = lateFrameOf(run.frames, row, cameUs);
      cameUs = late?.atUs ?? cameUs;
      const place = placeAt(atUs);
      const key = `${Math.floor(atUs / BLOCK_US)} ${screenKey(place) ?? ''}`;
      const block = blocks.get(key) ?? { place, tally: new FrameTally() };
      blocks.set(key, block);
      block.tally.add(run.frames, row, late);
    }
    for (const { place, tally } of blocks.values()) {
      const { frames, late } = tally.sums;
      if (frames > 0) all.push({ ...place, frames, late });
    }
  }
  return all;
}

/** Class names of screens take long to make. */
function rememberedPlaces(model: SessionModel, run: Run): (atUs: number) => OnScreen {
  const known = new Map<string, OnScreen>();
  return (atUs) => {
    const key = `${run.screens.nameAt(atUs)} ${run.fragments.nameAt(atUs)}`;
    const place = known.get(key) ?? screenAt(model, run, atUs);
    known.set(key, place);
    return place;
  };
}
