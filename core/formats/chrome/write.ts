import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { FunctionList } from '../export/function-list.ts';
import { OpenCalls } from '../export/open-calls.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { threadSpans } from '../export/thread-spans.ts';

/** Calls as slices of their threads, and lags as slices of a thread of their own. Times are microseconds since the session's begin. */
export function* writeTrace({ model, lags, name }: ExportTask): Generator<string> {
  yield `{"displayTimeUnit":"ms","otherData":${json({ name })},"traceEvents":[`;
  const functions = new FunctionList(model);
  let separator = '\n';
  for (const [run, { process, hello }] of model.runs.entries()) {
    const pid = pidOf(model, run);
    yield `${separator}${json({ name: 'process_name', ph: 'M', pid, tid: 0, ts: 0, args: { name: process?.app || hello?.process || '' } })}`;
    separator = ',\n';
  }
  for (const [index, thread] of model.threads.entries()) {
    const place = { pid: pidOf(model, thread.run), tid: thread.tid || -1 - index };
    yield `${separator}${json({ name: 'thread_name', ph: 'M', ...place, ts: 0, args: { name: thread.name } })}`;
    separator = ',\n';
    yield* calls(model, thread, functions, place);
  }
  for (const lag of lags) {
    const place = { pid: pidOf(model, lag.run), tid: LAGS };
    yield `${separator}${json({ name: 'lag', cat: 'lag', ph: 'X', ...place, ts: lag.beginUs, dur: lag.endUs - lag.beginUs })}`;
  }
  if (lags.length > 0) {
    const place = { pid: pidOf(model, lags[0]?.run ?? 0), tid: LAGS };
    yield `${separator}${json({ name: 'thread_name', ph: 'M', ...place, ts: 0, args: { name: 'Lags' } })}`;
  }
  yield '\n]}\n';
}

/** No kernel gives a thread such an id. */
const LAGS = 2_000_000_000;

function pidOf(model: SessionModel, run: number): number {
  return model.runs[run]?.process?.pid || run + 1;
}

/** Whole calls, as each ends; callers before their callees. */
function* calls(
  model: SessionModel,
  thread: Thread,
  functions: FunctionList,
  place: { readonly pid: number; readonly tid: number },
): Generator<string> {
  const ids = `,"pid":${place.pid},"tid":${place.tid}}`;
  const open = new OpenCalls(model, functions);
  /** By function. */
  const heads: string[] = [];
  const begins: number[] = [];
  let atUs = 0;
  const change = (node: number): string => {
    const same = open.change(node);
    let text = '';
    for (const [index, each] of open.ended.entries()) {
      const beginUs = begins[same + index] ?? atUs;
      heads[each] ??= `,\n{"ph":"X","cat":"call","name":${nameOf(functions, each)},"ts":`;
      text += `${heads[each]}${beginUs},"dur":${atUs - beginUs}${ids}`;
    }
    begins.length = same;
    for (const _ of open.begun) begins.push(atUs);
    return text;
  };
  for (const spans of threadSpans(model, thread)) {
    let text = '';
    for (const { beginUs, endUs, node } of spans) {
      if (beginUs > atUs) {
        text += change(0);
        atUs = beginUs;
      }
      text += change(node);
      atUs = endUs;
    }
    yield text;
  }
  yield change(0);
}

function nameOf(functions: FunctionList, index: number): string {
  const found = functions.all[index];
  if (found === undefined) return '""';
  return json(found.class === '' ? found.name : `${found.class}.${found.method}`);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
