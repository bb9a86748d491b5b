import { field, isObject, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { CallEvents } from '../import/call-events.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { idNumber, idText, writtenNumber } from '../import/written-id.ts';

const STEP = 1_024;

/** Begins and ends of methods, which Sentry reads from ART's traces. Returns their number. */
export async function readMethodEvents(task: ImportTask, profile: unknown): Promise<number> {
  const { builder, report, turns } = task;
  const methods = new Map(listField(profile, 'methods').map((method) => [idText(method, 'id'), frameOf(task, method)]));
  const names = new Map(listField(profile, 'threads').map((thread) => [idText(thread, 'id'), textField(thread, 'name')]));
  const threads = new Map<string, { readonly calls: CallEvents; lastUs: number }>();
  const clock = textField(profile, 'clock');
  const events = listField(profile, 'events');
  for (const [index, event] of events.entries()) {
    if (index % STEP === 0) await turns.pause();
    const action = textField(event, 'action');
    const atUs = eventUs(field(event, 'time'), clock);
    const frame = methods.get(idText(event, 'method_id'));
    const id = idText(event, 'thread_id');
    if (atUs === undefined || frame === undefined || !['Enter', 'Exit', 'Unwind'].includes(action)) {
      report.skipped('events without a time or method');
      continue;
    }
    let thread = threads.get(id);
    if (thread === undefined) {
      const name = names.get(id) ?? '';
      const handle = builder.thread({ name: name || `thread ${id}`, tid: idNumber(id) ?? 0 });
      report.read('threads');
      thread = {
        calls: new CallEvents(builder, report, (begin, end, stack) =>
          builder.sample(handle, begin, end, stack, clock === 'Cpu' ? 'running' : undefined),
        ),
        lastUs: atUs,
      };
      threads.set(id, thread);
    }
    thread.lastUs = Math.max(thread.lastUs, atUs);
    if (action === 'Enter') thread.calls.open(atUs, frame);
    else thread.calls.close(atUs, frame);
  }
  for (const { calls, lastUs } of threads.values()) calls.end(lastUs);
  if (clock === 'Cpu') report.assumed('Times are CPU times of each thread: the trace has no other clock.');
  report.read('events', events.length);
  return events.length;
}

function frameOf({ builder }: ImportTask, method: unknown): number {
  const signature = textField(method, 'signature');
  return builder.frame({
    class: textField(method, 'class_name'),
    function: textField(method, 'name'),
    file: textField(method, 'source_file'),
    line: numberField(method, 'source_line') ?? 0,
    ...(signature.startsWith('(') ? { signature } : {}),
  });
}

/** Parts that are 0 are left out; others than numbers are no time. */
function eventUs(time: unknown, clock: string): number | undefined {
  const monotonic = field(time, 'Monotonic');
  const part = clock === 'Global' ? field(time, 'global') : field(monotonic, clock === 'Cpu' ? 'cpu' : 'wall');
  if (!isObject(part)) return undefined;
  const numberOf = (key: string): number | undefined => (field(part, key) === undefined ? 0 : writtenNumber(part, key));
  const [secs, nanos] = [numberOf('secs'), numberOf('nanos')];
  return secs === undefined || nanos === undefined ? undefined : secs * 1e6 + nanos / 1e3;
}
