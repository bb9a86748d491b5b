import { MAX_STACK_DEPTH } from '../../../../core/wire/schema.ts';
import { TextTable } from '../held/text-table.ts';
import { eachLine, type Use } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { isSwitch } from './chosen-event.ts';
import { PerfRecording } from './recording.ts';
import { frameFacts, type ScriptFrame, scriptFrame } from './script-frame.ts';
import { type SampleHeader, sampleHeader } from './script-header.ts';
import { switchOf } from './switch-fields.ts';
import { type FrameRole, frameRole, type PlacedFrame, waitingStack } from './waiting-stack.ts';

const LOOKS_LIKE = 'text of perf script';
const LINES_TO_KNOW = 64;
/** Apple's crash reports, whose lines have the same words. */
const APPLE = /^Thread \d{1,6} (?:name|Crashed|Highlighted)\b/;

/** The first line that is no comment is a sample's, and a frame follows, on its line or the next. */
export function looksLikePerfScript({ text }: Beginning): boolean {
  const lines = text.split('\n', LINES_TO_KNOW * 16).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [first = '', second = ''] = lines.slice(0, LINES_TO_KNOW);
  if (first.length > importLimits.letters || second.length > importLimits.letters) return false;
  const header = APPLE.test(first) ? undefined : sampleHeader(first);
  if (header === undefined) return false;
  return (
    scriptFrame(second) !== undefined ||
    sampleHeader(second) !== undefined ||
    scriptFrame(header.rest) !== undefined ||
    isSwitch(header.event)
  );
}

/** Samples of threads. Each line is a header, a frame, a comment, or counted as unread. */
export async function readPerfScript(task: ImportTask): Promise<void> {
  const script = new Script(task);
  await eachLine(task, (line) => script.line(line));
  script.end();
  if (script.recording.samples === 0) throw malformed(task.source.name, LOOKS_LIKE, 'has no samples');
  await script.recording.finish();
}

interface KnownFrame {
  readonly frame: number;
  readonly role: FrameRole;
}

class Script {
  readonly recording: PerfRecording;
  readonly #task: ImportTask;
  readonly #frames: TextTable<KnownFrame>;
  #header: SampleHeader | undefined;
  /** Stack of the sample, innermost first. */
  readonly #stack: KnownFrame[] = [];

  constructor(task: ImportTask) {
    this.#task = task;
    this.recording = new PerfRecording(task);
    this.#frames = new TextTable(task.builder.held, importLimits.frames);
  }

  line(given: string): Use {
    if (given.startsWith('#')) return true;
    const line = given.length > importLimits.letters ? given.slice(0, importLimits.letters) : given;
    const header = sampleHeader(line);
    // Names of commands such as `dd` look like addresses: a time, or no indent, makes a header.
    if (header !== undefined && (!Number.isNaN(header.atUs) || !/^\s/.test(line))) return this.#begin(header);
    const frame = this.#header === undefined ? undefined : scriptFrame(line);
    if (frame !== undefined) {
      this.#add(frame);
      return true;
    }
    if (header !== undefined) return this.#begin(header);
    return isPlace(line) || 'lines of no known form';
  }

  #begin(header: SampleHeader): true {
    this.end();
    this.#header = header;
    const only = scriptFrame(header.rest);
    if (only !== undefined) this.#add(only);
    return true;
  }

  /** Ends the sample. */
  end(): void {
    const header = this.#header;
    if (header === undefined) return;
    this.#header = undefined;
    const { builder } = this.#task;
    let stack = 0;
    const placed: PlacedFrame[] = [];
    for (const { frame, role } of this.#stack.reverse()) {
      stack = builder.stack(stack, frame);
      placed.push({ stack, role });
    }
    this.#stack.length = 0;
    const { comm, pid, tid, cpu, atUs, count, event } = header;
    // The idle threads of all processors have the id 0.
    const isIdle = tid === 0 && cpu !== undefined;
    const thread = this.recording.thread(isIdle ? `0 ${cpu}` : String(tid), { name: isIdle ? `${comm}/${cpu}` : comm, pid, tid });
    this.recording.sample(thread, this.recording.event(event), atUs, count, stack);
    const change = isSwitch(event) ? switchOf(header.rest) : undefined;
    if (change === undefined || Number.isNaN(atUs)) return;
    if (change.isEnd) this.recording.end(thread, atUs);
    else this.recording.off(thread, atUs, waitingStack(placed.reverse()), change.state);
    if (change.next > 0) this.recording.on(this.recording.thread(String(change.next), { tid: change.next }), atUs);
  }

  #add(frame: ScriptFrame): void {
    if (this.#stack.length >= MAX_STACK_DEPTH) {
      this.#task.report.skipped(`frames deeper than ${MAX_STACK_DEPTH}`);
      return;
    }
    const key = `${frame.name}\n${frame.object}`;
    let known = this.#frames.get(key);
    if (known === undefined) {
      const facts = frameFacts(frame);
      known = {
        frame: facts === undefined ? 0 : this.#task.builder.frame(facts),
        role: frameRole(facts ?? { function: '' }, frame.object),
      };
      this.#frames.set(key, known);
    }
    this.#stack.push(known);
  }
}

/** `  file.c:12` below a frame, as `-F +srcline` adds. */
function isPlace(line: string): boolean {
  const text = line.trim();
  const colon = text.lastIndexOf(':');
  return /^\s/.test(line) && colon > 0 && !text.includes(' ') && /^:\d{1,9}$/.test(text.slice(colon, colon + 11));
}
