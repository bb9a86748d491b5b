import type { SessionModel } from '../../core/session/model/model.ts';
import type { Run } from '../../core/session/model/run.ts';
import type { Thread } from '../../core/session/model/thread.ts';
import { sampleColumns, sampleValues } from './sample-values.ts';

/** Columns cut to their rows, as plain arrays; other values unchanged. */
function rowsOf(columns: { readonly length: number }): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, ArrayBuffer.isView(value) ? Array.from(numbers(value, columns.length)) : value]),
  );
}

function numbers(value: unknown, length: number): Iterable<number> {
  if (value instanceof Float64Array || value instanceof Int32Array) return value.subarray(0, length);
  if (value instanceof Uint32Array || value instanceof Uint8Array) return value.subarray(0, length);
  throw new TypeError('A column of an unexpected type.');
}

function threadDump(thread: Thread): Readonly<Record<string, unknown>> {
  return {
    ...thread,
    samples: {
      clamped: thread.samples.clamped,
      ...Object.fromEntries(sampleColumns.map((name) => [name, sampleValues(thread.samples, name)])),
    },
    messages: rowsOf(thread.messages),
    waits: rowsOf(thread.waits),
    blockingCalls: rowsOf(thread.blockingCalls),
    messageUses: rowsOf(thread.messageUses),
  };
}

function runDump(run: Run): Readonly<Record<string, unknown>> {
  const {
    threads,
    threadById,
    living,
    strings,
    methods,
    nodes,
    gcs,
    counters,
    frames,
    phases,
    screens,
    fragments,
    stops,
    syncBarriers,
    ...rest
  } = run;
  const columns = {
    gcs: rowsOf(gcs),
    counters: rowsOf(counters),
    frames: rowsOf(frames),
    phases: rowsOf(phases),
    screens: rowsOf(screens),
    fragments: rowsOf(fragments),
    stops: rowsOf(stops),
    syncBarriers: rowsOf(syncBarriers),
  };
  return { ...rest, threads: threads.map((thread) => thread.index), ...columns };
}

/** A model as plain values, to compare two: live with replayed, whole with in pieces. */
export function dumpModel(model: SessionModel): Readonly<Record<string, unknown>> {
  return {
    nowUs: model.nowUs,
    ignored: model.ignored,
    clampedTimes: model.clampedTimes,
    session: model.session,
    strings: model.strings,
    methods: model.methods,
    nodes: rowsOf(model.nodes),
    classDebug: [...model.classDebug],
    notes: [...model.notes],
    marks: model.marks,
    logs: model.logs,
    threads: model.threads.map(threadDump),
    runs: model.runs.map(runDump),
  };
}
