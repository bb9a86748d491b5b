import { float64At, numberAt, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { FunctionList } from '../export/function-list.ts';
import { OpenCalls } from '../export/open-calls.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { EncodedTexts, TextBytes } from '../export/text-bytes.ts';
import { threadSpans } from '../export/thread-spans.ts';

/** Calls as slices of their threads, and lags as slices of a thread of their own. Times are microseconds since the session's begin. */
export function* writeTrace({ model, lags, name }: ExportTask): Generator<string | Uint8Array> {
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
): Generator<Uint8Array> {
  const open = new OpenCalls(model, functions);
  const out = new TextBytes();
  const texts = new EncodedTexts();
  const duration = texts.add(',"dur":');
  const ids = texts.add(`,"pid":${place.pid},"tid":${place.tid}}`);
  /** In `texts`, by function. */
  const heads: number[] = [];
  const begins: number[] = [];
  let atUs = 0;
  const change = (node: number): void => {
    const same = open.change(node);
    for (let index = 0; index < open.ended.length; index++) {
      const each = numberAt(open.ended, index);
      const beginUs = numberAt(begins, same + index);
      heads[each] ??= texts.add(`,\n{"ph":"X","cat":"call","name":${nameOf(functions, each)},"ts":`);
      out.encoded(texts, heads[each]);
      out.number(beginUs);
      out.encoded(texts, duration);
      out.number(atUs - beginUs);
      out.encoded(texts, ids);
    }
    begins.length = same;
    for (const _ of open.begun) begins.push(atUs);
  };
  for (const spans of threadSpans(model, thread)) {
    for (let row = 0; row < spans.length; row++) {
      const beginUs = float64At(spans.beginUs, row);
      if (beginUs > atUs) {
        change(0);
        atUs = beginUs;
      }
      change(uint32At(spans.node, row));
      atUs = float64At(spans.endUs, row);
    }
    yield out.take();
  }
  change(0);
  yield out.take();
}

function nameOf(functions: FunctionList, index: number): string {
  const found = functions.all[index];
  if (found === undefined) return '""';
  return json(found.class === '' ? found.name : `${found.class}.${found.method}`);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
