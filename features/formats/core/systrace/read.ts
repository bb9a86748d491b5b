import { eachLine, type Use } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { ftraceLine } from './ftrace-line.ts';
import { FtraceText } from './ftrace-text.ts';
import { Sections } from './sections.ts';
import { LOOKS_LIKE, packedAt, traceText } from './trace-text.ts';

/** Lines of the begin that may be of ftrace. */
const MOST_LINES = 60;
/** Pages of systrace begin with the viewer; the trace comes megabytes later. */
const PAGE = '<title>Android System Trace</title>';

/** Ftrace's header or lines, atrace's packed bytes, or a page of systrace. */
export function looksLikeSystrace({ bytes, text }: Beginning): boolean {
  if (packedAt(bytes) >= 0) return true;
  // Lines begin with it, too: `<idle>-0`.
  if (text.trimStart().startsWith('<') && (text.slice(0, 4_096).includes(PAGE) || text.includes('<script class="trace-data"'))) return true;
  const lines = text.split('\n', MOST_LINES);
  return lines.some((line) => line.startsWith('# tracer:') || ftraceLine(line.slice(0, 400)) !== undefined);
}

/**
 * Threads' states by the scheduler and Android's trace sections, as of Perfetto's binary ftrace.
 * @throws LaglensError for packed bytes that are damaged, and for a text without an event
 */
export async function readSystrace(task: ImportTask): Promise<void> {
  const begin: Uint8Array[] = [];
  for await (const piece of task.source.chunks()) {
    begin.push(piece.slice(0, 8_192));
    if (begin.reduce((sum, { length }) => sum + length, 0) >= 8_192) break;
  }
  const source = await traceText(task, packedAt(joined(begin)) >= 0);
  const sections = new Sections();
  const trace = new FtraceText(task);
  await eachLine({ ...task, source }, (line): Use => {
    const found = sections.of(line);
    if (found.section === 'other') return true;
    return found.section === 'trace' ? trace.line(found.text) : trace.processLine(found.text);
  });
  if (trace.events === 0) throw malformed(task.source.name, LOOKS_LIKE, 'has no events of threads');
  await trace.finish();
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
