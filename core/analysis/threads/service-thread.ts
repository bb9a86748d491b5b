import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';

/** Groups of a Java virtual machine's own threads: on Android and elsewhere, and of OpenJDK's cleaner. */
const serviceGroups: ReadonlySet<string> = new Set(['system', 'InnocuousThreadGroup']);

/** True for threads of the virtual machine itself, such as its finalizer. iOS has queues as groups. */
export function isServiceThread(model: SessionModel, { isMain, group, run }: Thread): boolean {
  return !isMain && model.runs[run]?.isApple === false && serviceGroups.has(group);
}
