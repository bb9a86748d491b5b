import type { SessionModel } from '../../../../core/session/model/model.ts';
import type { Thread } from '../../../../core/session/model/thread.ts';
import { FunctionList } from '../export/function-list.ts';
import type { ExportTask } from '../export/profile-writer.ts';
import { addTimes } from '../export/stack-times.ts';
import { threadSpans } from '../export/thread-spans.ts';

/** One line per thread and stack; counts are microseconds. Threads are named as async-profiler does with `-t`. */
export function* writeFolded({ model }: ExportTask): Generator<string> {
  const functions = new FunctionList(model);
  for (const thread of model.threads) yield* threadLines(model, thread, functions);
}

function* threadLines(model: SessionModel, thread: Thread, functions: FunctionList): Generator<string> {
  const us = new Map<number, number>();
  for (const spans of threadSpans(model, thread)) {
    addTimes(us, spans);
    yield '';
  }
  const byPath = new Map<string, number>();
  for (const [node, spentUs] of us) {
    const path = functions.path(node).join(';');
    byPath.set(path, (byPath.get(path) ?? 0) + spentUs);
  }
  const root = `[${cleaned(thread.name)} tid=${thread.tid}]`;
  for (const [path, spentUs] of byPath) {
    const count = Math.round(spentUs);
    if (count === 0) continue;
    const names = path.split(';').map((index) => cleaned(functions.all[Number(index)]?.name ?? ''));
    yield `${[root, ...names].join(';')} ${count}\n`;
  }
}

/** Without signs of the format. */
function cleaned(name: string): string {
  return name.replace(/[;\n\r]+/g, ':') || '?';
}
