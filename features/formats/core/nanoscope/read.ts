import { TextTable } from '../held/text-table.ts';
import { CallEvents } from '../import/call-events.ts';
import { eachLine, type Use } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';

import { methodOfText } from './method-text.ts';

const LOOKS_LIKE = 'a Nanoscope trace';
const LINE = /^(\d{1,19}):\+?(.*)$/;
const POP = 'POP';
const DISPATCH = { class: 'android.os.Handler', function: 'dispatchMessage' };
const LINES_TO_KNOW = 4;

/** The first whole lines all have the form, one of them with a method's parentheses or an end. */
export function looksLikeNanoscope({ text }: Beginning): boolean {
  const lines = text.split('\n', LINES_TO_KNOW).filter((line) => line.trim() !== '');
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  return whole.length > 0 && whole.every((line) => /^\d{1,19}:\+?[^\s:]/.test(line)) && whole.some((line) => hasMethod(line));
}

function hasMethod(line: string): boolean {
  return /[.\w]\(/.test(line.slice(0, line.lastIndexOf(')') + 1)) || line.trimEnd().endsWith(':POP');
}

/** Begins and ends of main's calls. */
export async function readNanoscope(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  builder.process({ system: 'android' });
  const thread = builder.thread({ name: 'main', isMain: true });
  const trace = new MethodTrace(task, thread);
  await eachLine(task, (line) => trace.add(line));
  if (trace.calls === 0) throw malformed(source.name, LOOKS_LIKE, 'has no calls');
  trace.end();
  report.read('calls', trace.calls);
  report.assumed('The traced thread is main.');
}

class MethodTrace {
  calls = 0;
  readonly #task: ImportTask;
  readonly #thread: number;
  readonly #events: CallEvents;
  readonly #frames: TextTable<number>;
  readonly #dispatch: number;
  #message: { readonly depth: number; readonly beginUs: number } | undefined;
  #lastUs = Number.NEGATIVE_INFINITY;

  constructor(task: ImportTask, thread: number) {
    const { builder, report } = task;
    this.#task = task;
    this.#thread = thread;
    this.#frames = new TextTable(builder.held, MOST_KNOWN);
    this.#dispatch = builder.frame(DISPATCH);
    this.#events = new CallEvents(builder, report, (beginUs, endUs, stack) => builder.sample(thread, beginUs, endUs, stack));
  }

  add(line: string): Use {
    const [, ns, rest = ''] = LINE.exec(line.trimEnd()) ?? [];
    if (ns === undefined || rest === '') return 'lines without time and method';
    const atUs = Number(ns) / 1_000;
    if (!(atUs >= this.#lastUs)) return 'events before their predecessor';
    this.#lastUs = atUs;
    if (rest === POP) return this.#close(atUs);
    this.#begin(atUs, rest);
    return true;
  }

  /** Open calls end with the trace. */
  end(): void {
    this.#events.end(this.#lastUs);
    if (this.#message !== undefined) this.#endMessage(this.#message.beginUs, this.#lastUs);
  }

  #begin(atUs: number, text: string): void {
    const frame = this.#frameOf(text);
    this.calls++;
    if (frame === this.#dispatch && this.#message === undefined) this.#message = { depth: this.#events.depth, beginUs: atUs };
    this.#events.open(atUs, frame);
  }

  #close(atUs: number): Use {
    if (!this.#events.closeInnermost(atUs)) return 'ends of calls without a begin';
    if (this.#message?.depth === this.#events.depth) this.#endMessage(this.#message.beginUs, atUs);
    return true;
  }

  #endMessage(beginUs: number, endUs: number): void {
    this.#task.builder.message(this.#thread, beginUs, endUs);
    this.#message = undefined;
  }

  #frameOf(text: string): number {
    const known = this.#frames.get(text);
    if (known !== undefined) return known;
    const frame = this.#task.builder.frame(methodOfText(text));
    if (text.length <= importLimits.letters) this.#frames.set(text, frame);
    return frame;
  }
}

/** More names are looked up each time. */
const MOST_KNOWN = 1 << 18;
