import { FrameCounter, type FrameTotals } from '../../../core/analysis/display-frames/frame-counter.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { type BaselineTree, baselineTree } from '../../../core/analysis/lags/groups/baseline-tree.ts';
import type { Lag } from '../../../core/analysis/lags/lag.ts';
import { measureSession } from '../../../core/analysis/measures/measure-session.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { FramedCapture } from './diff-frames.ts';
import { lagFunctions } from './lag-functions.ts';

interface CaptureOptions {
  readonly name: string;
  readonly thresholdUs: number;
  isAppClass(dottedClass: string): boolean;
  /** By the same threshold and classes; judged here if left out. */
  readonly lags?: readonly Lag[];
}

/** With main's stacks, and the frames of each screen and of each ten seconds. */
export interface DiffedCapture extends FramedCapture {
  readonly shown: FrameTotals | undefined;
  readonly tree: BaselineTree;
}

/** A session reduced to what a comparison needs, so that its model can go. In steps; the model must not change meanwhile. */
export function* diffCapture(model: SessionModel, options: CaptureOptions): Generator<void, DiffedCapture> {
  const measured = yield* measureSession(model, options);
  const app = new AppMethods(model, (name) => options.isAppClass(name));
  const functions = yield* lagFunctions(model, measured.blocking, app);
  const counter = new FrameCounter(model);
  yield* counter.updateInSteps();
  const mains = model.threads.filter(({ isMain }) => isMain);
  return { measured, functions, shown: counter.totals, tree: baselineTree(model, mains) };
}
