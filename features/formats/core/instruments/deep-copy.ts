import { countedNoun } from '../../../../core/text/counted-noun.ts';
import { measuredUs } from '../field/measured.ts';
import { eachLine } from '../import/each-line.ts';
import { namePartsOf } from '../import/frame-names.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';

const LOOKS_LIKE = 'a deep copy of Instruments’ call tree';
const NAMES: ReadonlySet<string> = new Set(['symbol name', 'symbol names']);
const WEIGHTS: ReadonlySet<string> = new Set(['running time', 'weight']);
const MEMORY: ReadonlySet<string> = new Set(['bytes used', 'persistent bytes']);
/** A weight and its share: `1.50 s  100.0%`. */
const MOST_WEIGHT = 100;
const CYCLES = /^([\d.,]{1,20}) ?(cycles|[KMG]c)$/;
const PER_CYCLE: ReadonlyMap<string, number> = new Map([
  ['cycles', 1],
  ['Kc', 1e3],
  ['Mc', 1e6],
  ['Gc', 1e9],
]);
/** Instruments' are below. */
const MOST_DEPTH = 10_000;

interface Columns {
  readonly weight: number;
  readonly name: number;
}

/** Rows above the calls: `Shop (311)`, `Main Thread  0x384`. */
const PROCESS = /^(.{1,500}) \((\d{1,9})\)$/;
const THREAD = /^(.{0,500}\S)\s{1,5}0x([0-9a-f]{1,12})$/i;
const THREAD_LEVELS = 2;

interface CopiedThread {
  readonly name: string;
  readonly tid: number;
  readonly stacks: { readonly stack: number; readonly weight: number }[];
}

interface OpenRow {
  readonly depth: number;
  readonly stack: number;
  readonly thread: CopiedThread;
  own: number;
}

/** True for the first line of such a text: `Weight⇥Self Weight⇥⇥Symbol Name`. */
export function looksLikeDeepCopy(text: string): boolean {
  const line = text.slice(0, 1_000).split(/\r?\n/, 1)[0] ?? '';
  const names = namesOf(line);
  return names.some((name) => NAMES.has(name)) && names.some((name) => WEIGHTS.has(name) || MEMORY.has(name));
}

/** *Edit > Deep Copy* of a call tree: a row for each call, callers above, one space more for each level. It has no threads and no times. */
export async function readDeepCopy(task: ImportTask): Promise<void> {
  const { source, builder, report, turns } = task;
  let columns: Columns | undefined;
  const open: OpenRow[] = [];
  const all: CopiedThread = { name: 'all threads', tid: 0, stacks: [] };
  const threads: CopiedThread[] = [all];
  let isOfCycles = false;
  let rows = 0;
  const close = (depth: number): void => {
    for (let last = open.at(-1); last !== undefined && last.depth >= depth; last = open.at(-1)) {
      open.pop();
      if (last.own > 0) last.thread.stacks.push({ stack: last.stack, weight: last.own });
    }
  };
  await eachLine(task, (line) => {
    const cells = line.split('\t');
    if (columns === undefined) {
      const names = namesOf(line);
      if (names.some((name) => MEMORY.has(name))) throw malformed(source.name, LOOKS_LIKE, 'counts bytes of memory, not time');
      columns = { weight: names.findIndex((name) => WEIGHTS.has(name)), name: names.findIndex((name) => NAMES.has(name)) };
      return true;
    }
    const text = cells[columns.name] ?? '';
    const name = text.trim().slice(0, importLimits.letters);
    const weight = weightOf(withoutShare((cells[columns.weight] ?? '').slice(0, MOST_WEIGHT).trim()));
    if (name === '' || weight === undefined) return 'rows without a name or a time';
    if (rows === importLimits.samples) return 'calls beyond the bound';
    rows++;
    const depth = Math.min(MOST_DEPTH, text.length - text.trimStart().length);
    isOfCycles ||= weight.isOfCycles;
    close(depth);
    const caller = open.at(-1);
    if (caller !== undefined) caller.own -= weight.value;
    const above = caller?.stack ?? 0;
    const thread = caller?.thread ?? all;
    const [, process = '', pid = '0'] = depth === 0 ? (PROCESS.exec(name) ?? []) : [];
    const [, title = '', tid = '0'] = depth < THREAD_LEVELS && above === 0 ? (THREAD.exec(name) ?? []) : [];
    if (process !== '') {
      builder.process({ name: process, pid: Number(pid) });
      open.push({ depth, stack: above, thread, own: weight.value });
    } else if (title !== '') {
      const begun = { name: /^main thread$/i.test(title) ? 'main' : title, tid: Number.parseInt(tid, 16), stacks: [] };
      const isHeld = threads.length < importLimits.threads;
      if (isHeld) threads.push(begun);
      open.push({ depth, stack: above, thread: isHeld ? begun : all, own: weight.value });
    } else {
      open.push({ depth, stack: builder.stack(above, builder.frame(namePartsOf(name))), thread, own: weight.value });
    }
    report.read('calls');
    return true;
  });
  close(0);
  const sampled = threads.filter(({ stacks }) => stacks.length > 0);
  if (sampled.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no calls with a time');
  let sumUs = 0;
  for (const { name, tid, stacks } of sampled) {
    // Without times there are no lags, so no thread is main.
    const thread = builder.thread({ name, tid, isMain: false });
    let atUs = 0;
    for (const { stack, weight } of stacks) {
      builder.sample(thread, atUs, atUs + weight, stack, 'running');
      atUs += weight;
      await turns.pause();
    }
    sumUs += atUs;
  }
  if (isOfCycles)
    report.assumed(`Cycles are drawn as nanoseconds: the text has ${countedNoun(Math.round(sumUs * 1_000), 'cycles')}, and no clock rate.`);
  report.untimed('Calls follow one another in the order of rows: a deep copy has no times, so no lags are listed.');
}

/** `1.50 s  100.0%` -> `1.50 s` */
function withoutShare(text: string): string {
  if (!text.endsWith('%')) return text;
  const [number = '', unit = ''] = text.split(/[ \u00a0\u202f]{1,20}/);
  // Older copies have no blank between: `4273.0ms   99.9%`.
  return /\p{L}$/u.test(number) ? number : `${number} ${unit}`;
}

/** In microseconds; a cycle counts as a nanosecond. Undefined for other texts. */
function weightOf(text: string): { readonly value: number; readonly isOfCycles: boolean } | undefined {
  const [, number = '', unit = ''] = CYCLES.exec(text) ?? [];
  const factor = PER_CYCLE.get(unit);
  if (factor !== undefined) {
    const value = Number(number.replaceAll(',', ''));
    return Number.isFinite(value) ? { value: (value * factor) / 1_000, isOfCycles: true } : undefined;
  }
  const us = measuredUs(text);
  if (us !== undefined) return { value: us, isOfCycles: false };
  return /^0(?:[.,]0*)? ?\p{L}{1,10}$/u.test(text) ? { value: 0, isOfCycles: false } : undefined;
}

function namesOf(line: string): readonly string[] {
  return line
    .slice(0, 1_000)
    .split('\t')
    .map((name) =>
      name
        .trim()
        .toLowerCase()
        .replace(/ \(.*\)$/, ''),
    );
}
