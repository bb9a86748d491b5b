import { sourceClass } from '../../../../core/analysis/frames/class-names.ts';
import { frameOf } from '../../../../core/analysis/frames/frame.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { kindTexts } from '../../../../core/analysis/lags/lag-texts.ts';
import { float64At, int32At, uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { category } from './categories.ts';
import { markerType } from './marker-schema.ts';
import { millis } from './millis.ts';
import type { Texts } from './stack-tables.ts';

const INSTANT = 0;
const INTERVAL = 1;

interface Marker {
  readonly name: string;
  readonly beginUs: number;
  /** Undefined for a moment. */
  readonly endUs?: number;
  readonly category: number;
  readonly data: { readonly type: string };
}

type MarkerTable = { length: number; readonly data: object[] } & Readonly<
  Record<'category' | 'endTime' | 'name' | 'phase' | 'startTime', number[]>
>;

/** Markers of a thread as the file's table. @param texts of the thread */
export function markerTable(model: SessionModel, thread: Thread, lags: readonly Lag[], texts: Texts): object {
  const table: MarkerTable = { length: 0, category: [], data: [], endTime: [], name: [], phase: [], startTime: [] };
  for (const { name, beginUs, endUs, category: index, data } of markersOf(model, thread, lags, texts)) {
    table.length++;
    table.category.push(index);
    table.data.push(data);
    table.startTime.push(millis(beginUs));
    // Of a moment it means nothing.
    table.endTime.push(endUs === undefined ? 0 : millis(endUs));
    table.name.push(texts.of(name));
    table.phase.push(endUs === undefined ? INSTANT : INTERVAL);
  }
  return table;
}

function* markersOf(model: SessionModel, thread: Thread, lags: readonly Lag[], texts: Texts): Generator<Marker> {
  for (const lag of lags) if (lag.thread === thread.index) yield lagMarker(model, lag, texts);
  yield* messages(model, thread, texts);
  const run = model.runs[thread.run];
  if (run === undefined || !thread.isMain) return;
  const { gcs, screens } = run;
  for (let row = 0; row < gcs.length; row++) {
    const times = { beginUs: float64At(gcs.beginUs, row), endUs: float64At(gcs.endUs, row) };
    yield { name: 'Garbage collection', ...times, category: category.collections, data: { type: markerType.collection } };
  }
  for (let row = 0; row < screens.length; row++) {
    const screen = sourceClass(model, thread.run, uint32At(screens.name, row));
    if (screen === '') continue;
    const endUs = row + 1 < screens.length ? float64At(screens.atUs, row + 1) : run.nowUs;
    const times = { beginUs: float64At(screens.atUs, row), endUs };
    const data = { type: markerType.screen, screen: texts.of(screen) };
    yield { name: 'Screen', ...times, category: category.other, data };
  }
  for (const mark of model.marks) {
    const data = { type: markerType.text, name: texts.of(mark.name) };
    if (mark.run === thread.run) yield { name: 'Mark', beginUs: mark.atUs, category: category.other, data };
  }
}

function lagMarker(model: SessionModel, lag: Lag, texts: Texts): Marker {
  const { beginUs, endUs, kind, culprit, screen, target } = lag;
  const data = {
    type: markerType.lag,
    kind: texts.of(kindTexts[kind]),
    culprit: texts.of(culprit === undefined ? kind : frameOf(model, culprit.node).label),
    ...(screen === undefined ? {} : { screen: texts.of(screen) }),
    ...(target === undefined ? {} : { target: texts.of(target) }),
    busy: millis(lag.busyUs),
    blocked: millis(lag.blockedUs),
    ready: millis(lag.readyUs),
    unknown: millis(lag.unknownUs),
  };
  return { name: 'Lag', beginUs, endUs, category: category.lags, data };
}

function* messages(model: SessionModel, { run, messages }: Thread, texts: Texts): Generator<Marker> {
  for (let row = 0; row < messages.length; row++) {
    if (messages.isOwn[row] === 1) continue;
    const data = {
      type: markerType.message,
      target: texts.of(sourceClass(model, run, messages.target[row])),
      callback: texts.of(sourceClass(model, run, messages.callback[row])),
      what: int32At(messages.what, row),
    };
    const times = { beginUs: float64At(messages.beginUs, row), endUs: float64At(messages.endUs, row) };
    yield { name: 'Message', ...times, category: category.other, data };
  }
}
