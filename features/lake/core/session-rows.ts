import { causeOf } from '../../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../../core/analysis/frames/app-methods.ts';
import { frameOf } from '../../../core/analysis/frames/frame.ts';
import { lagKey } from '../../../core/analysis/lags/groups/lag-groups.ts';
import { measureSession } from '../../../core/analysis/measures/measure-session.ts';
import type { MeasuredSession } from '../../../core/analysis/measures/measured-session.ts';
import { causeText } from '../../../core/analysis/report/cause-text.ts';
import { uint32At } from '../../../core/columns/at.ts';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import type { Thread } from '../../../core/session/model/thread.ts';
import { TableRows } from './table-rows.ts';
import type { LakeTable } from './tables.ts';

export interface LakeSession {
  readonly path: string;
  readonly thresholdUs: number;
  isAppClass(dottedClass: string): boolean;
}

export type SessionRows = { readonly [T in LakeTable]: TableRows<T> };

/** Rows per step, some milliseconds. */
const STEP_ROWS = 8_192;

const stateNames: ReadonlyMap<number, string> = new Map(Object.entries(threadState).map(([name, number]) => [number, name]));

export function noRows(): SessionRows {
  return {
    sessions: new TableRows('sessions'),
    lags: new TableRows('lags'),
    groups: new TableRows('groups'),
    frames: new TableRows('frames'),
    stacks: new TableRows('stacks'),
    samples: new TableRows('samples'),
    facts: new TableRows('facts'),
  };
}

/** All rows of a session, in steps; the model must not change meanwhile. */
export function* sessionRows(model: SessionModel, session: LakeSession): Generator<void, SessionRows> {
  const rows = noRows();
  const isAppClass = (name: string): boolean => session.isAppClass(name);
  const measured = yield* measureSession(model, { name: session.path, thresholdUs: session.thresholdUs, isAppClass });
  addSession(rows.sessions, model, session, measured);
  yield* addLags(rows.lags, model, measured, new AppMethods(model, isAppClass));
  for (const { key, label, place, cause, worstUs } of measured.groups)
    rows.groups.add({
      group_key: key,
      label,
      file: place?.path ?? null,
      line: place?.line || null,
      because: cause,
      worst_us: whole(worstUs),
    });
  for (const { screen, fragment, frames, late } of measured.frames)
    rows.frames.add({ screen: screen ?? null, fragment: fragment ?? null, frames, late });
  for (const [name, value] of model.notes) rows.facts.add({ name, value });
  yield* addStacks(rows, model);
  return rows;
}

function addSession(to: TableRows<'sessions'>, model: SessionModel, { path, thresholdUs }: LakeSession, measured: MeasuredSession): void {
  const run = model.runs.at(-1);
  const { hello, process } = run ?? {};
  const lengths = measured.lags.map(({ us }) => us);
  const sum = (of: readonly number[]): number => of.reduce((all, each) => all + each, 0);
  to.add({
    path,
    device: process?.device ?? null,
    device_kind: process?.deviceKind ?? null,
    system: hello?.os ?? null,
    runtime: hello?.runtime ?? null,
    api_level: hello?.apiLevel || null,
    begin_us: beginUs(model),
    observed_us: whole(measured.observedUs),
    threshold_us: thresholdUs,
    lags: lengths.length,
    lag_us: whole(sum(lengths)),
    worst_us: whole(lengths.reduce((worst, us) => Math.max(worst, us), 0)),
    frames: measured.frames.length === 0 ? null : sum(measured.frames.map(({ frames }) => frames)),
    late_frames: measured.frames.length === 0 ? null : sum(measured.frames.map(({ late }) => late)),
    peak_bytes: measured.peakBytes === undefined ? null : whole(measured.peakBytes),
  });
}

/** Wall clock of the session's begin in microseconds; null if unknown. */
export function beginUs(model: SessionModel): number | null {
  return model.runs[0]?.hello?.wallUs || model.session?.createdUs || null;
}

function* addLags(to: TableRows<'lags'>, model: SessionModel, { blocking }: MeasuredSession, app: AppMethods): Generator<void> {
  for (const lag of blocking) {
    const cause = causeOf(model, lag, app);
    to.add({
      lag: lag.id,
      group_key: lagKey(lag),
      at_us: whole(lag.beginUs),
      us: whole(lag.endUs - lag.beginUs),
      kind: lag.kind,
      band: lag.band,
      cause: cause.rule,
      because: causeText(cause),
      screen: lag.screen ?? null,
      fragment: lag.fragment ?? null,
      busy_us: whole(lag.busyUs),
      blocked_us: whole(lag.blockedUs),
      ready_us: whole(lag.readyUs),
      gc_us: whole(lag.gcUs),
      unknown_us: whole(lag.unknownUs),
      queued_us: lag.queuedUs === undefined ? null : whole(lag.queuedUs),
    });
    yield;
  }
}

/** Samples with the stacks that they need, callers first. */
function* addStacks({ samples, stacks }: SessionRows, model: SessionModel): Generator<void> {
  const needed = new Uint8Array(model.nodes.length);
  for (const thread of model.threads) yield* addSamples(samples, thread, needed);
  for (let node = model.nodes.length - 1; node > 0; node--) {
    if (needed[node] === 1) needed[uint32At(model.nodes.parent, node)] = 1;
  }
  for (let node = 1; node < model.nodes.length; node++) {
    if (node % STEP_ROWS === 0) yield;
    if (needed[node] !== 1) continue;
    const { label, line, sourcePath, sourceFile } = frameOf(model, node);
    const caller = uint32At(model.nodes.parent, node);
    stacks.add({ stack: node, caller, function: label, file: sourcePath || sourceFile || null, line: line || null });
  }
}

function* addSamples(to: TableRows<'samples'>, thread: Thread, needed: Uint8Array): Generator<void> {
  const { samples } = thread;
  for (let row = 0; row < samples.length; row++) {
    if (row % STEP_ROWS === 0) yield;
    const stack = samples.nodeAt(row);
    needed[stack] = 1;
    const cpuUs = samples.cpuUsAt(row);
    to.add({
      run: thread.run,
      thread: thread.name,
      is_main: thread.isMain,
      begin_us: whole(samples.beginUsAt(row)),
      end_us: whole(samples.endUsAt(row)),
      state: stateNames.get(samples.stateAt(row)) ?? null,
      stack,
      cpu_us: cpuUs === undefined || cpuUs < 0 ? null : cpuUs,
    });
  }
}

function whole(us: number): number {
  return Math.round(us);
}
