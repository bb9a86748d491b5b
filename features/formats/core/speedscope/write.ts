import { sourceClass } from '../../../../core/analysis/frames/class-names.ts';
import { float64At, uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { FunctionList } from '../export/function-list.ts';
import { OpenCalls } from '../export/open-calls.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { PaddedTexts, TextBytes } from '../export/text-bytes.ts';
import { threadSpans } from '../export/thread-spans.ts';

const SCHEMA = 'https://www.speedscope.app/file-format-schema.json';

/**
 * One evented profile per thread that was sampled, all on the session's clock. `laglens`, `main`, `tid`, `messages`, `class` and `method` are ours:
 * speedscope ignores them, and a later import finds the same lags by them.
 */
export function* writeSpeedscope({ model, name }: ExportTask): Generator<string | Uint8Array> {
  const functions = new FunctionList(model);
  const threads = model.threads.filter((thread) => thread.samples.length > 0);
  const endUs = threads.reduce((latest, { samples }) => Math.max(latest, samples.lastUs), 0);
  const first = model.runs[0];
  const ours = { app: first?.process?.app || first?.hello?.process || '', system: first?.hello?.os ?? '' };
  const exporter = `laglens of ${ours.app}`;
  yield `{"$schema":${json(SCHEMA)},"exporter":${json(exporter)},"name":${json(name)},"laglens":${json(ours)},`;
  const main = Math.max(
    0,
    threads.findIndex(({ isMain }) => isMain),
  );
  yield `"activeProfileIndex":${main},"profiles":[`;
  for (const [index, thread] of threads.entries()) {
    const about = {
      type: 'evented',
      name: nameOf(model, thread),
      unit: 'microseconds',
      startValue: 0,
      endValue: endUs,
      tid: thread.tid,
      main: thread.isMain,
    };
    yield `${index === 0 ? '' : ','}\n${json(about).slice(0, -1)},"events":[`;
    yield* events(model, thread, functions);
    yield '],"messages":[';
    yield* messages(model, thread);
    yield ']}';
  }
  yield '],"shared":{"frames":[';
  for (const [index, each] of functions.all.entries()) yield `${index === 0 ? '' : ','}\n${json(frameOf(each))}`;
  yield ']}}\n';
}

function frameOf({ name, class: className, method, file }: FunctionList['all'][number]): object {
  return { name, ...(file === '' ? {} : { file }), ...(className === '' ? {} : { class: className, method }) };
}

function nameOf(model: SessionModel, { name, run }: Thread): string {
  return model.runs.length === 1 ? name : `${name} (process ${run + 1})`;
}

const [COMMA, LINE_FEED] = [0x2c, 0x0a];
const END = new TextEncoder().encode('}');

/** Calls as the call chart joins them: a call goes on while its function stays on the stack. */
function* events(model: SessionModel, thread: Thread, functions: FunctionList): Generator<Uint8Array> {
  const calls = new OpenCalls(model, functions);
  const out = new TextBytes();
  /** By frame: of its opening and, behind it, its closing. */
  const heads = new PaddedTexts();
  const headOf = (frame: number): number => {
    for (let each = heads.length / 2; each <= frame; each++) {
      heads.add(`,{"type":"O","frame":${each},"at":`);
      heads.add(`,{"type":"C","frame":${each},"at":`);
    }
    return frame * 2;
  };
  let openNode = 0;
  let atUs = 0;
  /** Words of the time at which calls change. */
  let [timeBegin, timeEnd] = [0, 0];
  const event = (head: number, isFirst: boolean): void => {
    out.padded(heads, head);
    if (!isFirst) {
      out.again(timeBegin, timeEnd);
      return;
    }
    timeBegin = out.words;
    out.number(atUs);
    out.bytes(END);
    out.pad();
    timeEnd = out.words;
  };
  const change = (node: number): void => {
    const same = calls.change(node);
    openNode = node;
    const { open, length, ended, endedLength } = calls;
    for (let index = endedLength - 1; index >= 0; index--) event(headOf(uint32At(ended, index)) + 1, index === endedLength - 1);
    for (let depth = same; depth < length; depth++) event(headOf(uint32At(open, depth)), depth === same && endedLength === 0);
  };
  let isFirst = true;
  const take = (): Uint8Array => {
    const bytes = out.take();
    if (isFirst && bytes[0] === COMMA) bytes[0] = LINE_FEED;
    isFirst &&= bytes.length === 0;
    return bytes;
  };
  for (const spans of threadSpans(model, thread)) {
    for (let row = 0; row < spans.length; row++) {
      const beginUs = float64At(spans.beginUs, row);
      const node = uint32At(spans.node, row);
      if (beginUs > atUs) {
        if (openNode !== 0) change(0);
        atUs = beginUs;
      }
      if (node !== openNode) change(node);
      atUs = float64At(spans.endUs, row);
    }
    yield take();
  }
  change(0);
  yield take();
}

/** Messages per piece. */
const PIECE = 512;

/** `[begin, end, handler, callback, what]` of each message of the thread's looper or turn of its run loop. */
function* messages(model: SessionModel, { run, messages: { length }, messages }: Thread): Generator<string> {
  let separator = '';
  for (let from = 0; from < length; from += PIECE) {
    let text = '';
    for (let row = from; row < Math.min(length, from + PIECE); row++) {
      if (messages.isOwn[row] === 1) continue;
      const names = [sourceClass(model, run, messages.target[row]), sourceClass(model, run, messages.callback[row])];
      const message = [float64At(messages.beginUs, row), float64At(messages.endUs, row), ...names, messages.what[row]];
      text += `${separator}${json(message)}`;
      separator = ',';
    }
    yield text;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
