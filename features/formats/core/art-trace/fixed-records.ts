import type { ByteFeed } from '../import/byte-feed.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { action, type MethodCalls } from './method-calls.ts';
import { streamedRecordBytes } from './record-size.ts';
import { methodLine, TraceOptions, threadLine } from './text-head.ts';
import type { TraceHeader } from './trace-header.ts';

export const LOOKS_LIKE = 'a method trace of ART';
/** Packets of the streaming form, behind a thread id of 0; `art/runtime/trace.cc`, kOpNewMethod and so on. */
const packet = { method: 1, thread: 2, summary: 3 } as const;
/** A summary or a head's line; methods' lines are shorter. */
const MOST_SUMMARY = importLimits.lineBytes;
/** No thread of an app is the kernel's first process: newer traces number their threads from 1. */
const FIRST_NUMBER = 1;

/** Lines of the text head, up to `*end`. Throws LaglensError `format-unreadable` without it. */
export async function readHead(feed: ByteFeed, { source, report, turns }: ImportTask, calls: MethodCalls): Promise<TraceOptions> {
  const options = new TraceOptions();
  let section = '';
  for (;;) {
    const line = await feed.line(importLimits.lineBytes);
    if (line === undefined) throw malformed(source.name, LOOKS_LIKE, 'its head has no end');
    if (line === '*end') return options;
    if (line.startsWith('*')) section = line;
    else if (!readLine(line, section, options, calls)) report.skipped('lines of the head in no known form');
    await turns.pause();
  }
}

function readLine(line: string, section: string, options: TraceOptions, calls: MethodCalls): boolean {
  if (section === '*version') return /^\d{1,3}$/.test(line) || options.add(line);
  if (section === '*threads') {
    const thread = threadLine(line);
    if (thread !== undefined) nameThread(calls, thread.id, thread.name);
    return thread !== undefined;
  }
  const method = section === '*methods' ? methodLine(line) : undefined;
  if (method !== undefined) calls.method(method.id, method.facts);
  return method !== undefined;
}

/** Records have 16 bits of the id. */
function nameThread(calls: MethodCalls, id: number, name: string): void {
  if (id === FIRST_NUMBER) calls.hasTids = false;
  calls.threadName(id % 2 ** 16, name);
}

/** Records of one size; in the streaming form with packets between them. */
export async function readRecords(feed: ByteFeed, task: ImportTask, header: TraceHeader, calls: MethodCalls): Promise<void> {
  const { report, turns } = task;
  const { version, isStreaming } = header;
  await feed.has(BEGIN_BYTES);
  const recordBytes = streamedRecordBytes(feed.bytes.subarray(feed.at, feed.at + BEGIN_BYTES), header);
  const idBytes = version === 1 ? 1 : 2;
  const isDual = version === 3 && recordBytes >= DUAL_BYTES;
  while (await feed.has(recordBytes)) {
    const view = new DataView(feed.bytes.buffer, feed.bytes.byteOffset);
    const last = feed.bytes.length - recordBytes;
    let at = feed.at;
    let isPacket = false;
    for (let count = 0; at <= last && count < STEP; count++) {
      const thread = idBytes === 1 ? view.getUint8(at) : view.getUint16(at, true);
      if (isStreaming && thread === 0) {
        isPacket = true;
        break;
      }
      const method = view.getUint32(at + idBytes, true);
      const firstUs = view.getUint32(at + idBytes + 4, true);
      // Of two clocks the thread's comes first.
      const atUs = isDual ? view.getUint32(at + idBytes + 8, true) : firstUs;
      const what = method & action.mask;
      calls.event(thread, method - what, what, atUs, isDual ? firstUs : undefined);
      at += recordBytes;
    }
    feed.at = at;
    if (isPacket && !(await readPacket(feed, task, calls))) return;
    await turns.pause();
  }
  // A last packet is shorter than a record only where it is cut.
  if (feed.left > 0 || isStreaming) report.truncated(`after ${calls.events.toLocaleString('en')} events`);
}

/** Two bytes of a thread, four of the method, four of each clock. */
const DUAL_BYTES = 14;
const STEP = 4096;
const BEGIN_BYTES = 64 << 10;

/** @returns false at the end of the trace */
async function readPacket(feed: ByteFeed, { report }: ImportTask, calls: MethodCalls): Promise<boolean> {
  const cut = (): false => {
    report.truncated(`within a packet behind ${calls.events.toLocaleString('en')} events`);
    return false;
  };
  if (!(await feed.has(5))) return cut();
  const head = feed.take(3);
  const code = head[2];
  if (code === packet.method) {
    const text = await textOf(feed, 2);
    if (text === undefined) return cut();
    const method = methodLine(text);
    if (method === undefined) report.skipped('methods in no known form');
    else calls.method(method.id, method.facts);
    return true;
  }
  if (code === packet.thread) {
    if (!(await feed.has(4))) return cut();
    const id = numberOf(feed.take(2));
    const text = await textOf(feed, 2);
    if (text === undefined) return cut();
    nameThread(calls, id, text);
    return true;
  }
  if (code === packet.summary) {
    const text = await textOf(feed, 4);
    if (text === undefined) return cut();
    finish(text, report, calls);
    return false;
  }
  report.truncated(`at a packet of an unknown kind, after ${calls.events.toLocaleString('en')} events`);
  return false;
}

/** The summary follows all events, so its clock and process are known late; methods and threads were named before. */
function finish(text: string, report: ImportTask['report'], calls: MethodCalls): void {
  const options = new TraceOptions();
  for (const line of text.split('\n', MOST_OPTIONS)) {
    if (line.startsWith('*threads')) break;
    if (!line.startsWith('*') && line !== '' && !/^\d{1,3}$/.test(line) && !options.add(line))
      report.skipped('lines of the summary in no known form');
  }
  calls.facts(options);
}

const MOST_OPTIONS = 100;

/** Text behind its length; undefined where the trace ends before. */
async function textOf(feed: ByteFeed, lengthBytes: number): Promise<string | undefined> {
  if (!(await feed.has(lengthBytes))) return undefined;
  const length = numberOf(feed.take(lengthBytes));
  if (length > MOST_SUMMARY || !(await feed.has(length))) return undefined;
  return new TextDecoder().decode(feed.take(length));
}

function numberOf(bytes: Uint8Array): number {
  return bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}
