import { MAX_STACK_DEPTH } from '../../../../core/wire/schema.ts';
import { TextTable } from '../held/text-table.ts';
import { eachLine, type Use } from '../import/each-line.ts';
import type { FrameFacts } from '../import/frame-table.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { PerfRecording } from './recording.ts';
import { type FrameRole, frameRole, type PlacedFrame, perfFrame, waitingStack } from './waiting-stack.ts';

const LOOKS_LIKE = 'text of simpleperf report-sample';

/** The first lines name an event of simpleperf. */
export function isReportSampleText({ text }: Beginning): boolean {
  const lines = text.slice(0, 4_096).split('\n', 20);
  const begins = lines.findIndex(
    (line) => line.startsWith('meta_info:') || line.startsWith('sample:') || line.startsWith('context_switch:'),
  );
  return begins >= 0 && begins <= 2 && lines.slice(begins + 1).some((line) => /^ {2}(?:event_type|trace_offcpu|switch_on): /.test(line));
}

export async function readReportSampleText(task: ImportTask): Promise<void> {
  const text = new ReportSampleText(task);
  await eachLine(task, (line) => text.line(line));
  text.end();
  if (text.recording.samples === 0) throw malformed(task.source.name, LOOKS_LIKE, 'has no samples');
  await text.finish();
}

const KEYS: ReadonlySet<string> = new Set([
  'app_package_name',
  'event_count',
  'event_type',
  'lost_count',
  'switch_on',
  'thread_id',
  'thread_name',
  'time',
]);
/** Facts of `cmd_report_sample.cpp` that no session has, and headings. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'android_build_type',
  'android_sdk_version',
  'android_version',
  'app_type',
  'callchain',
  'error_addr',
  'error_code',
  'execution_type',
  'raw_error_code',
  'sample_count',
  'trace_offcpu',
  'unwinding_result',
]);

interface Frame {
  address: number;
  path: string;
}

/** Blocks of `key: value` lines: a sample's keys are followed by its frames, each of three lines, innermost first. */
class ReportSampleText {
  readonly recording: PerfRecording;
  readonly #task: ImportTask;
  /** Keyed by stack. */
  readonly #waiting = new Map<number, number>();
  readonly #images: TextTable<number>;
  #block = '';
  readonly #keys = new Map<string, string>();
  #frame: Frame = { address: -1, path: '' };
  readonly #chain: { readonly frame: number; readonly role: FrameRole }[] = [];

  constructor(task: ImportTask) {
    this.#task = task;
    this.recording = new PerfRecording(task);
    this.#images = new TextTable(task.builder.held, importLimits.images);
  }

  line(line: string): Use {
    const colon = line.indexOf(':');
    const key = line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    if (colon < 0) return 'lines of no known form';
    if (!line.startsWith(' ')) {
      this.end();
      this.#block = key;
      return true;
    }
    if (key === 'vaddr_in_file') this.#frame = { address: Number.parseInt(value, 16), path: '' };
    else if (key === 'file') this.#frame.path = value;
    else if (key === 'symbol') this.#addFrame(value);
    else if (KEYS.has(key)) this.#keys.set(key, value);
    else return LEFT_OUT.has(key) || 'facts of unknown kinds';
    return true;
  }

  end(): void {
    const keys = this.#keys;
    const tid = Number(keys.get('thread_id') ?? Number.NaN);
    const atUs = Number(keys.get('time') ?? Number.NaN) / 1e3;
    if (this.#block === 'sample' && Number.isSafeInteger(tid)) this.#addSample(tid, atUs);
    else if (this.#block === 'sample') this.#task.report.skipped('samples without a thread');
    if (this.#block === 'context_switch' && Number.isSafeInteger(tid)) {
      const thread = this.recording.thread(String(tid), { tid });
      if (keys.get('switch_on') === 'true') this.recording.on(thread, atUs);
      else this.recording.off(thread, atUs, 0);
    }
    if (this.#block === 'meta_info') {
      this.recording.app = keys.get('app_package_name') ?? '';
      if (this.recording.app !== '') this.#task.builder.process({ system: 'android' });
    }
    if (this.#block === 'lost_situation')
      this.#task.report.skipped('samples that simpleperf lost', Number(keys.get('lost_count') ?? 0) || 0);
    keys.clear();
    this.#chain.length = 0;
  }

  async finish(): Promise<void> {
    this.recording.isOneProcess = true;
    await this.recording.finish({ on: (stack) => stack, off: (stack) => this.#waiting.get(stack) ?? stack });
  }

  #addSample(tid: number, atUs: number): void {
    let stack = 0;
    const placed: PlacedFrame[] = [];
    for (const { frame, role } of this.#chain.reverse()) {
      stack = this.#task.builder.stack(stack, frame);
      placed.push({ stack, role });
    }
    if (stack !== 0) this.#waiting.set(stack, waitingStack(placed.reverse()));
    const name = this.#keys.get('thread_name');
    const thread = this.recording.thread(String(tid), { tid, name });
    const event = this.recording.event(this.#keys.get('event_type') ?? '');
    this.recording.sample(thread, event, atUs, Number(this.#keys.get('event_count') ?? 0) || 0, stack);
  }

  #addFrame(symbol: string): void {
    if (this.#chain.length >= MAX_STACK_DEPTH) {
      this.#task.report.skipped(`frames deeper than ${MAX_STACK_DEPTH}`);
      return;
    }
    const facts = this.#facts(symbol);
    this.#chain.push({ frame: this.#task.builder.frame(facts), role: frameRole(facts, this.#frame.path) });
  }

  #facts(symbol: string): FrameFacts {
    const { address, path } = this.#frame;
    const image = this.#images.get(path) ?? this.#task.builder.image({ path });
    if (image !== 0) this.#images.set(path, image);
    // simpleperf names an unknown function after its library and address: `*libc.so.6[+27249]`.
    const isUnknown = symbol === 'unknown' || (symbol.startsWith('*') && symbol.endsWith(']'));
    const parts = isUnknown ? undefined : perfFrame(symbol);
    return (parts?.class ?? '') !== '' && parts !== undefined ? parts : { ...(parts ?? { function: '' }), image, address };
  }
}
