import { namePartsOf } from '../import/frame-names.ts';
import { importLimits } from '../import/import-limits.ts';
import { field, listField, numberField, textField } from '../import/json.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import type { TraceProfile, TraceThreads } from './trace-threads.ts';
import { writtenId } from './written-number.ts';

/**
 * Events of the Trace Event Format by their phase:
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
export class TraceEvents {
  readonly #task: ImportTask;
  readonly #threads: TraceThreads;
  /** By process and id, until their end. */
  readonly #operations = new Map<string, { readonly atUs: number; readonly name: string }>();
  /** V8's profiles by process and id. */
  readonly #profiles = new Map<string, { readonly profile: TraceProfile; atUs: number }>();
  #count = 0;

  constructor(task: ImportTask, threads: TraceThreads) {
    this.#task = task;
    this.#threads = threads;
  }

  get count(): number {
    return this.#count;
  }

  add(event: unknown): void {
    const phase = textField(event, 'ph');
    const atUs = numberField(event, 'ts');
    if (phase === 'M') {
      this.#metadata(event);
      return;
    }
    if (phase === '' || atUs === undefined) {
      this.#task.report.skipped('events without phase or time');
      return;
    }
    this.#count++;
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
    this.#ofPhase(event, phase, atUs);
  }

  #ofPhase(event: unknown, phase: string, atUs: number): void {
    switch (phase) {
      case 'B':
        if (this.#threads.affords()) this.#threadOf(event).slices.begin(atUs, this.#frame(event));
        return;
      case 'E':
        if (this.#threads.affords()) this.#threadOf(event).slices.end(atUs);
        return;
      case 'X':
        this.#complete(event, atUs);
        return;
      case 'b':
      case 'S':
        this.#operationBegins(event, atUs);
        return;
      case 'e':
      case 'F':
        this.#operationEnds(event, atUs);
        return;
      case 'P':
      case 'I':
      case 'i':
      case 'R':
        if (textField(event, 'name') === 'Profile') this.#profileBegins(event, atUs);
        else if (textField(event, 'name') === 'ProfileChunk') this.#profileChunk(event);
        else if (field(field(field(event, 'args'), 'data'), 'cpuProfile') !== undefined) this.#wholeProfile(event);
        else this.#instant(event, phase, atUs);
        return;
      case 'C':
        this.#task.report.skipped('values of counters');
        return;
      case 's':
      case 't':
      case 'f':
        this.#task.report.skipped('arrows between slices');
        return;
      case 'n':
      case 'T':
      case 'p':
        this.#task.report.skipped('steps of operations across threads');
        return;
      default:
        this.#task.report.skipped('events of other phases');
    }
  }

  #threadOf(event: unknown): ReturnType<TraceThreads['thread']> {
    return this.#threads.thread(writtenId(event, 'pid'), writtenId(event, 'tid'));
  }

  #frame(event: unknown): number {
    return this.#task.builder.frame(namePartsOf(textField(event, 'name') || '(unnamed)'));
  }

  #complete(event: unknown, atUs: number): void {
    const durationUs = numberField(event, 'dur') ?? 0;
    if (durationUs < 0) {
      this.#task.report.skipped('slices that end before they begin');
    } else if (this.#threads.affords()) {
      this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs + durationUs);
      this.#threadOf(event).slices.complete(atUs, atUs + durationUs, this.#frame(event));
    }
  }

  #operationBegins(event: unknown, atUs: number): void {
    const name = textField(event, 'name');
    if (this.#operations.size >= importLimits.threads) this.#task.report.skipped('operations across threads beyond the bound');
    else this.#operations.set(operationKey(event), { atUs, name });
  }

  #operationEnds(event: unknown, atUs: number): void {
    const key = operationKey(event);
    const begun = this.#operations.get(key);
    if (begun === undefined || atUs < begun.atUs) {
      this.#task.report.skipped('ends of operations without a begin');
      return;
    }
    this.#operations.delete(key);
    if (!this.#threads.affords()) return;
    const { builder } = this.#task;
    this.#threads
      .operations(writtenId(event, 'pid'), begun.name)
      .slices.complete(begun.atUs, atUs, builder.frame(namePartsOf(begun.name || '(unnamed)')));
  }

  /** Only those of the whole trace or of the app's own marks: others are too many. */
  #instant(event: unknown, phase: string, atUs: number): void {
    const isMark = textField(event, 's') === 'g' || phase === 'R' || textField(event, 'cat').includes('blink.user_timing');
    if (isMark) this.#task.builder.mark(atUs, textField(event, 'name'));
    else this.#task.report.skipped('instant events');
  }

  #metadata(event: unknown): void {
    const name = textField(field(event, 'args'), 'name');
    if (name === '') return;
    if (textField(event, 'name') === 'thread_name') this.#threadOf(event).name = name;
    else if (textField(event, 'name') === 'process_name' && this.#threads.processNames.size < importLimits.threads)
      this.#threads.processNames.set(writtenId(event, 'pid'), name);
  }

  /** Samples of a thread follow in chunks, which other threads write. */
  #profileBegins(event: unknown, atUs: number): void {
    const startUs = numberField(field(field(event, 'args'), 'data'), 'startTime') ?? atUs;
    const thread = this.#threadOf(event);
    thread.profile ??= this.#threads.newProfile();
    if (this.#profiles.size < importLimits.threads) this.#profiles.set(profileKey(event), { profile: thread.profile, atUs: startUs });
  }

  #profileChunk(event: unknown): void {
    const open = this.#profiles.get(profileKey(event));
    if (open === undefined) {
      this.#task.report.skipped('samples of a profile without a begin');
      return;
    }
    const data = field(field(event, 'args'), 'data');
    const profile = field(data, 'cpuProfile');
    const listed = listField(data, 'timeDeltas');
    open.atUs = this.#samples(open.profile, profile, listed.length > 0 ? listed : listField(profile, 'timeDeltas'), open.atUs);
  }

  #wholeProfile(event: unknown): void {
    const profile = field(field(field(event, 'args'), 'data'), 'cpuProfile');
    const thread = this.#threadOf(event);
    thread.profile ??= this.#threads.newProfile();
    this.#samples(thread.profile, profile, listField(profile, 'timeDeltas'), numberField(profile, 'startTime') ?? 0);
  }

  /** @returns time of the last sample */
  #samples({ nodes, samples }: TraceProfile, profile: unknown, deltas: readonly unknown[], fromUs: number): number {
    for (const node of listField(profile, 'nodes')) nodes.add(node);
    let atUs = fromUs;
    for (const [index, id] of listField(profile, 'samples').entries()) {
      const delta = deltas[index];
      if (typeof delta === 'number' && Number.isFinite(delta)) atUs += delta;
      if (typeof id === 'number' && this.#threads.affords()) samples.add(atUs, id);
    }
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
    return atUs;
  }
}

function shownId(event: unknown, key: string): string {
  const text = textField(event, key);
  return (text === '' ? String(numberField(event, key) ?? '') : text).slice(0, 100);
}

function operationKey(event: unknown): string {
  const local = field(event, 'id2');
  const id = shownId(event, 'id') || shownId(local, 'local') || shownId(local, 'global');
  return [writtenId(event, 'pid'), textField(event, 'cat').slice(0, 100), id, textField(event, 'name').slice(0, 100)].join('\n');
}

function profileKey(event: unknown): string {
  return `${writtenId(event, 'pid')} ${shownId(event, 'id')}`;
}
