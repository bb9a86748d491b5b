import { float64At, uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { FunctionList } from '../export/function-list.ts';
import { OpenCalls } from '../export/open-calls.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { PaddedTexts, TextBytes } from '../export/text-bytes.ts';
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
    if (thread.isAgent) continue;
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

const DURATION = new TextEncoder().encode(',"dur":');
const END = new TextEncoder().encode('}');

/** Whole calls, as each ends; callers before their callees. */
function* calls(
  model: SessionModel,
  thread: Thread,
  functions: FunctionList,
  { pid, tid }: { readonly pid: number; readonly tid: number },
): Generator<Uint8Array> {
  const open = new OpenCalls(model, functions);
  const out = new TextBytes();
  const texts = new PaddedTexts();
  /** In `texts`, by function. */
  const heads: number[] = [];
  /** Indexed by depth. */
  let begins = new Float64Array(64);
  let atUs = 0;
  const change = (node: number): void => {
    const same = open.change(node);
    const { ended, endedLength } = open;
    /** Calls often begin together: their times are copied. */
    let [knownUs, from, end] = [-1, 0, 0];
    for (let index = 0; index < endedLength; index++) {
      const each = uint32At(ended, index);
      const beginUs = float64At(begins, same + index);
      heads[each] ??= texts.add(`,\n{"ph":"X","cat":"call","name":${nameOf(functions, each)},"pid":${pid},"tid":${tid},"ts":`);
      out.padded(texts, heads[each]);
      if (beginUs === knownUs) {
        out.again(from, end);
        continue;
      }
      from = out.words;
      out.number(beginUs);
      out.bytes(DURATION);
      out.number(atUs - beginUs);
      out.bytes(END);
      out.pad();
      end = out.words;
      knownUs = beginUs;
    }
    if (open.length > begins.length) begins = longer(begins, open.length);
    begins.fill(atUs, same, open.length);
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

function longer(column: Float64Array<ArrayBuffer>, least: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(least * 2);
  larger.set(column);
  return larger;
}

function nameOf(functions: FunctionList, index: number): string {
  const found = functions.all[index];
  if (found === undefined) return '""';
  return json(found.class === '' ? found.name : `${found.class}.${found.method}`);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
