import { numberAt } from '../../../../core/columns/at.ts';
import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { eachValue } from '../import/each-line.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportTask } from '../import/profile-reader.ts';
import { SampleGaps, sampleEnds, sampleEndUs } from '../import/sample-ends.ts';
import { idNumber, idText, writtenNumber } from '../import/written-id.ts';

/** Dart's usual interval. */
const PERIOD_US = 1_000;

interface Moments {
  readonly atUs: number[];
  readonly stacks: number[];
}

/**
 * `CpuSamples` of the Dart VM's service: https://github.com/dart-lang/sdk/blob/main/runtime/vm/service/service.md#cpusamples
 * Indexes of a sample's stack are of `functions`, the innermost first.
 */
export async function readDartSamples(answer: unknown, task: ImportTask): Promise<void> {
  const { builder, report, turns } = task;
  builder.languages.add('Dart');
  const frames = new Map<number, number>();
  const functions = listField(answer, 'functions');
  const frameOf = (index: number): number | undefined => {
    const known = frames.get(index);
    if (known !== undefined || functions[index] === undefined) return known;
    const made = builder.frame(dartFunction(functions[index]));
    frames.set(index, made);
    return made;
  };
  const threads = new Map<string, Moments>();
  let count = 0;
  await eachValue(listField(answer, 'samples'), { report, turns }, (sample) => {
    const atUs = writtenNumber(sample, 'timestamp');
    if (atUs === undefined) return 'samples without a time';
    if (count === importLimits.samples) return 'samples beyond the bound';
    let stack = 0;
    const indexes = listField(sample, 'stack');
    for (let at = indexes.length - 1; at >= 0; at--) {
      const index = indexes[at];
      const frame = typeof index === 'number' ? frameOf(index) : undefined;
      if (frame === undefined) return 'samples of functions that the file does not describe';
      stack = builder.stack(stack, frame);
    }
    const tid = idText(sample, 'tid');
    const moments = threads.get(tid) ?? { atUs: [], stacks: [] };
    if (!threads.has(tid) && threads.size === importLimits.threads) return 'samples of threads beyond the bound';
    threads.set(tid, moments);
    count++;
    moments.atUs.push(atUs);
    moments.stacks.push(stack);
    return true;
  });
  for (const [tid, moments] of threads) {
    const handle = builder.thread({ name: `thread ${tid || 'without an id'}`, tid: idNumber(tid) ?? 0 });
    lay(handle, moments, writtenNumber(answer, 'samplePeriod'), task);
    await turns.pause();
  }
  const pid = idNumber(idText(answer, 'pid'));
  builder.process({ ...(pid === undefined ? {} : { pid }), name: task.source.name });
  report.read('samples', count);
}

/** The observed interval is the truth: Dart's sampler is slower than its period on phones. */
function lay(thread: number, { atUs, stacks }: Moments, periodUs: number | undefined, { builder }: ImportTask): void {
  const order = Array.from(atUs.keys()).sort((one, other) => numberAt(atUs, one) - numberAt(atUs, other) || one - other);
  const gaps = new SampleGaps();
  for (const [index, row] of order.entries()) {
    if (index > 0) gaps.add(numberAt(atUs, row) - numberAt(atUs, numberAt(order, index - 1)));
  }
  const ends = sampleEnds(gaps.usualUs ?? periodUs ?? PERIOD_US);
  for (const [index, row] of order.entries()) {
    const beginUs = numberAt(atUs, row);
    const next = order[index + 1];
    // No stack: the thread waited for a message.
    if (numberAt(stacks, row) === 0) continue;
    builder.sample(
      thread,
      beginUs,
      sampleEndUs(beginUs, next === undefined ? undefined : numberAt(atUs, next), ends),
      numberAt(stacks, row),
    );
  }
}

/** Functions of a class carry its name; those of a closure that of the function around it. */
function dartFunction(value: unknown): { readonly function: string; readonly file: string; readonly line: number } {
  const of = field(value, 'function');
  const name = textField(of, 'name') || '(unnamed)';
  const owner = field(of, 'owner');
  const ownerName = textField(owner, 'type') === '@Library' ? '' : textField(owner, 'name');
  const isWithOwner = ownerName === '' || name === ownerName || name.startsWith(`${ownerName}.`);
  const location = field(of, 'location');
  return {
    function: isWithOwner ? name : `${ownerName}.${name}`,
    file: textField(field(location, 'script'), 'uri') || textField(value, 'resolvedUrl'),
    line: numberField(location, 'line') ?? 0,
  };
}
