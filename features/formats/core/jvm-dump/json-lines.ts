import { field, listField, textField } from '../../../../core/text/json-fields.ts';
import { oneLine } from '../../../../core/text/one-line.ts';
import { idText } from '../import/written-id.ts';

/**
 * `Thread.dump_to_file -format=json` as lines of its text form (jdk.internal.vm.ThreadDumper): one list of lines per thread.
 * A virtual thread's carrier is its group.
 */
export function* jsonLines(root: unknown): Generator<readonly string[]> {
  const dump = field(root, 'threadDump');
  const threads = listField(dump, 'threadContainers').flatMap((container) => listField(container, 'threads'));
  for (const thread of threads) {
    const [id, name, state] = [idText(thread, 'tid'), oneLine(textField(thread, 'name')), textField(thread, 'state')];
    const isVirtual = field(thread, 'virtual') === true;
    yield [`#${id} "${name}"${isVirtual ? ' virtual' : ''}${state === '' ? '' : ` ${state}`}`, ...stackLines(thread)];
  }
}

function* stackLines(thread: unknown): Generator<string> {
  const held = new Map(listField(thread, 'monitorsOwned').map((owned) => [field(owned, 'depth'), listField(owned, 'locks')]));
  const waits = [
    ['waiting to lock', textField(thread, 'blockedOn')],
    ['waiting on', textField(thread, 'waitingOn')],
    ['parking to wait for', textField(field(thread, 'parkBlocker'), 'object')],
  ] as const;
  for (const [depth, frame] of listField(thread, 'stack').entries()) {
    yield `at ${oneLine(typeof frame === 'string' ? frame : '')}`;
    if (depth === 0) for (const [verb, object] of waits) if (object !== '') yield `- ${verb} <${oneLine(object)}>`;
    for (const lock of held.get(depth) ?? []) if (typeof lock === 'string') yield `- locked <${oneLine(lock)}>`;
  }
}
