import { field, listField, textField } from '../../../../core/text/json-fields.ts';
import { TextTable } from '../held/text-table.ts';
import type { Use } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { idText, writtenNumber } from '../import/written-id.ts';
import { phaseNoun } from './phase-nouns.ts';
import { TraceProfiles } from './trace-profiles.ts';
import type { TraceThread, TraceThreads } from './trace-threads.ts';

/** Names of events whose frames are kept; others are looked up each time. */
const MOST_NAMES = 1 << 16;

/** A sample that is an event, with its stack. */
export type EventSample = (event: unknown, thread: TraceThread, atUs: number) => Use;

/**
 * Events of the Trace Event Format by their phase:
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
export class TraceEvents {
  readonly #task: ImportTask;
  readonly #threads: TraceThreads;
  readonly #sample: EventSample;
  readonly #profiles: TraceProfiles;
  readonly #frames: TextTable<number>;
  /** Keyed by process and id, until their end. */
  readonly #operations: TextTable<{ readonly atUs: number; readonly frame: number }>;
  #count = 0;

  constructor(task: ImportTask, threads: TraceThreads, sample: EventSample) {
    this.#task = task;
    this.#threads = threads;
    this.#sample = sample;
    this.#frames = new TextTable(task.builder.held, MOST_NAMES);
    this.#operations = new TextTable(task.builder.held, importLimits.threads);
    this.#profiles = new TraceProfiles(threads);
  }

  get count(): number {
    return this.#count;
  }

  add(event: unknown): Use {
    const phase = textField(event, 'ph');
    if (phase === 'M') return this.#metadata(event);
    const atUs = writtenNumber(event, 'ts');
    if (phase === '' || atUs === undefined) return 'events without phase or time';
    this.#count++;
    this.#threads.latestUs = Math.max(this.#threads.latestUs, atUs);
    return this.#ofPhase(event, phase, atUs);
  }

  /** Call it after the last event. */
  finish(): void {
    this.#profiles.finish();
  }

  #ofPhase(event: unknown, phase: string, atUs: number): Use {
    switch (phase) {
      case 'B':
        if (this.#threads.affords()) this.#threadOf(event).slices.begin(atUs, this.#frame(textField(event, 'name')));
        return true;
      case 'E':
        return this.#end(event, atUs);
      case 'X':
        return this.#complete(event, atUs);
      case 'b':
      case 'S':
        return this.#operationBegins(event, atUs);
      case 'e':
      case 'F':
        return this.#operationEnds(event, atUs);
      case 'P':
      case 'I':
      case 'i':
      case 'R':
        return this.#moment(event, phase, atUs);
      default:
        return phaseNoun(phase);
    }
  }

  #threadOf(event: unknown): TraceThread {
    return this.#threads.thread(idText(event, 'pid'), idText(event, 'tid'));
  }

  #frame(name: string): number {
    const known = this.#frames.get(name);
    if (known !== undefined) return known;
    const frame = this.#task.builder.frame({ function: name || '(unnamed)' });
    if (name.length <= importLimits.letters) this.#frames.set(name, frame);
    return frame;
  }

  #end(event: unknown, atUs: number): Use {
    const name = textField(event, 'name');
    if (this.#threads.affords()) this.#threadOf(event).slices.end(atUs, name === '' ? undefined : this.#frame(name));
    return true;
  }

  /** Some writers give the thread's time on CPU only: the slice lasted at least that long. */
  #complete(event: unknown, atUs: number): Use {
    const wallUs = writtenNumber(event, 'dur');
    const durationUs = wallUs ?? writtenNumber(event, 'tdur');
    if (durationUs === undefined) return 'slices without a duration';
    if (wallUs === undefined) this.#task.report.assumed('Slices without a wall time last as long as they were on CPU.');
    if (durationUs < 0) return 'slices that end before they begin';
    if (!this.#threads.affords()) return true;
    const endUs = atUs + durationUs;
    this.#threads.latestUs = Math.max(this.#threads.latestUs, endUs);
    const thread = this.#threadOf(event);
    thread.slices.complete(atUs, endUs, this.#frame(textField(event, 'name')));
    thread.slicesUs += durationUs;
    return true;
  }

  #operationBegins(event: unknown, atUs: number): Use {
    const begun = { atUs, frame: this.#frame(textField(event, 'name')) };
    return this.#operations.set(operationKey(event), begun) || 'operations across threads beyond the bound';
  }

  #operationEnds(event: unknown, atUs: number): Use {
    const key = operationKey(event);
    const begun = this.#operations.get(key);
    if (begun === undefined || atUs < begun.atUs) return 'ends of operations without a begin';
    this.#operations.delete(key);
    if (this.#threads.affords())
      this.#threads.operations(idText(event, 'pid'), textField(event, 'name')).slices.complete(begun.atUs, atUs, begun.frame);
    return true;
  }

  /** Events of one moment: V8's profiles, samples, marks. */
  #moment(event: unknown, phase: string, atUs: number): Use {
    const name = textField(event, 'name');
    if (this.#threads.page.take(name, event)) return true;
    if (name === 'Profile') return this.#profiles.begin(event, atUs, this.#threadOf(event));
    if (name === 'ProfileChunk') return this.#profiles.chunk(event, atUs);
    const profile = field(field(field(event, 'args'), 'data'), 'cpuProfile');
    if (profile !== undefined) return this.#profiles.whole(profile, atUs, this.#threadOf(event));
    const hasStack = idText(event, 'sf') !== '' || listField(event, 'stack').length > 0;
    if (hasStack && phase !== 'R') return this.#sample(event, this.#threadOf(event), atUs);
    // Only those of the whole trace or of the app's own marks: others are too many.
    const isMark = textField(event, 's') === 'g' || phase === 'R' || textField(event, 'cat').includes('blink.user_timing');
    if (!isMark) return phase === 'P' ? 'samples without a stack' : 'instant events';
    this.#task.builder.mark(atUs, name);
    return true;
  }

  #metadata(event: unknown): Use {
    const kind = textField(event, 'name');
    const name = textField(field(event, 'args'), 'name');
    if (kind === 'thread_name' && name !== '') this.#threads.name(this.#threadOf(event), name);
    else if (kind === 'process_name' && name !== '') this.#threads.nameProcess(idText(event, 'pid'), name);
    else return 'notes other than names of threads and processes';
    return true;
  }
}

function operationKey(event: unknown): string {
  const local = field(event, 'id2');
  const id = idText(event, 'id') || idText(local, 'local') || idText(local, 'global');
  return JSON.stringify([idText(event, 'pid'), textField(event, 'cat').slice(0, 100), id, textField(event, 'name').slice(0, 100)]);
}
