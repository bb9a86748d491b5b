import { field, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import type { ReportThread, WeightedStack } from '../field/field-report.ts';
import { callBytes, type KsContext } from '../field/native-frames.ts';
import { callTreeStacks } from './call-tree.ts';
import { type CountedStack, repeatedStacks } from './repeat-counts.ts';

/** Matrix's entry for main's history; the real main comes behind it, with index 0, too. */
const HISTORY = 'HandledThread';

export interface KsThreads {
  readonly threads: readonly ReportThread[];
  /** Main's history has more than one stack. */
  readonly hasCounts: boolean;
}

/** Threads of `crash.threads`, with main's history from its first entry or from `crash.threads_profile`. */
export function ksThreads(crash: unknown, context: KsContext): KsThreads {
  const threads: ReportThread[] = [];
  let history: readonly WeightedStack[] = profileOf(crash, context);
  let hasCounts = false;
  for (const each of listField(crash, 'threads')) {
    const stacks = stacksOf(listField(field(each, 'backtrace'), 'contents'), context);
    if (textField(each, 'name') === HISTORY) {
      const weighted = repeatedStacks(stacks);
      hasCounts ||= weighted.length > 1;
      if (history.length === 0) history = weighted;
      continue;
    }
    const innermost = stacks.at(-1);
    const index = numberField(each, 'index') ?? threads.length;
    const group = textField(each, 'dispatch_queue');
    threads.push({
      name: textField(each, 'name'),
      tid: 0,
      isMain: index === 0 && !threads.some((thread) => thread.isMain),
      group,
      stacks: innermost === undefined ? [] : [{ stack: innermost.stack, weight: 1 }],
    });
  }
  return { threads: withHistory(threads, history), hasCounts };
}

/** Main's history, then its stack of the report's moment, as one sample of it. */
function withHistory(threads: readonly ReportThread[], history: readonly WeightedStack[]): readonly ReportThread[] {
  if (history.length === 0) return threads;
  const at = threads.findIndex((thread) => thread.isMain);
  const main = threads[at];
  if (main === undefined) {
    return [{ name: 'main', tid: 0, isMain: true, group: '', stacks: history }, ...threads];
  }
  return threads.with(at, { ...main, stacks: [...history, ...main.stacks] });
}

/** `threads_profile`: the first tree is main's. */
function profileOf(crash: unknown, context: KsContext): readonly WeightedStack[] {
  const [first] = listField(crash, 'threads_profile');
  return callTreeStacks(listField(field(first, 'profile'), 'stack_string'), context);
}

/**
 * Stacks up to each frame, outermost first.
 * @param contents innermost first
 */
function stacksOf(contents: readonly unknown[], { tables, images, arch }: KsContext): readonly CountedStack[] {
  const chain: CountedStack[] = [];
  let stack = 0;
  for (let at = contents.length - 1; at >= 0; at--) {
    const each = contents[at];
    const address = numberField(each, 'instruction_addr') ?? 0;
    // All but the innermost are return addresses.
    const call = at === 0 ? address : Math.max(0, address - callBytes(arch));
    stack = tables.stack(stack, images.frame(numberField(each, 'object_addr') ?? 0, call, textField(each, 'symbol_name')));
    chain.push({ stack, count: numberField(each, 'repeat_count') ?? 0 });
  }
  return chain;
}
