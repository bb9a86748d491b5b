import type { SessionModel } from '../../session/model/model.ts';
import { IMPORTED, type Run } from '../../session/model/run.ts';
import { causeOf } from '../causes/rules.ts';
import { AppMethods } from '../frames/app-methods.ts';
import { frameOf } from '../frames/frame.ts';
import { LagDetector } from '../lags/detect/lag-detector.ts';
import { lagGroups } from '../lags/groups/lag-groups.ts';
import type { Lag } from '../lags/lag.ts';
import { kindTexts, lagTexts } from '../lags/lag-texts.ts';
import { causeText } from '../report/cause-text.ts';
import { observedUsOfRun } from '../threads/observed-time.ts';
import { measureFrames } from './measure-frames.ts';
import type { MeasuredGroup, MeasuredLag, MeasuredSession, SourcePlace } from './measured-session.ts';
import { screenTimes } from './screen-times.ts';

interface MeasureOptions {
  readonly name: string;
  readonly thresholdUs: number;
  isAppClass(dottedClass: string): boolean;
  /** By the same threshold and classes; judged here if left out. */
  readonly lags?: readonly Lag[] | undefined;
}

/** In steps; the model must not change meanwhile. Lags of CPU and memory have their own measures, and frames theirs. */
export function* measureSession(model: SessionModel, options: MeasureOptions): Generator<void, MeasuredSession> {
  const judged = options.lags ?? (yield* judgedLags(model, options));
  const app = new AppMethods(model, (name) => options.isAppClass(name));
  const blocking = judged.filter(isBlocking);
  const lags: MeasuredLag[] = [];
  const groups: MeasuredGroup[] = [];
  for (const { key, lags: members, worst } of lagGroups(blocking)) {
    for (const lag of members) lags.push({ us: lag.endUs - lag.beginUs, key, screen: lag.screen, fragment: lag.fragment });
    groups.push({
      key,
      label: labelOf(model, worst),
      place: placeOf(model, worst),
      cause: causeText(causeOf(model, worst, app)),
      worstUs: worst.endUs - worst.beginUs,
    });
    yield;
  }
  return {
    name: options.name,
    app: appOf(model),
    observedUs: model.runs.filter(hasMain).reduce((sum, run) => sum + observedUsOfRun(run), 0),
    screens: yield* screenTimes(model),
    lags,
    blocking,
    groups,
    frames: yield* measureFrames(model),
    peakBytes: peakBytes(model.runs),
  };
}

function* judgedLags(model: SessionModel, options: MeasureOptions): Generator<void, readonly Lag[]> {
  const detector = new LagDetector(model, options);
  yield* detector.updateInSteps();
  return detector.lags;
}

/** An imported process without a package of its own may have its file's name. */
function appOf({ runs }: SessionModel): string {
  const last = runs.at(-1);
  const process = last?.hello?.process ?? '';
  const app = last?.process?.app ?? process;
  return last?.process?.deviceKind === IMPORTED && app === process ? '' : app;
}

function isBlocking({ band, kind }: Lag): boolean {
  return band !== 'load' && kind !== 'frames';
}

function hasMain({ threads }: Run): boolean {
  return threads.some(({ isMain }) => isMain);
}

function labelOf(model: SessionModel, { culprit, kind }: Lag): string {
  if (culprit !== undefined) return frameOf(model, culprit.node).label;
  return `(${lagTexts[kindTexts[kind]].replace(/ \{0\}/, '')})`;
}

function placeOf(model: SessionModel, { culprit }: Lag): SourcePlace | undefined {
  if (culprit === undefined) return undefined;
  const frame = frameOf(model, culprit.node);
  const path = frame.sourcePath || frame.sourceFile;
  return path === '' ? undefined : { class: frame.inlined?.class || frame.class, path, line: frame.line };
}

/** Unknown counts are negative. */
function peakBytes(runs: readonly Run[]): number | undefined {
  let peak = -1;
  for (const { counters } of runs) {
    for (let row = 0; row < counters.length; row++) peak = Math.max(peak, counters.footprintBytes[row] ?? -1);
  }
  return peak < 0 ? undefined : peak;
}
