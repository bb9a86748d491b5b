import { float64At, uint32At } from '../../columns/at.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Thread } from '../../session/model/thread.ts';
import { dottedClass, outerClass, sourceClass } from '../frames/class-names.ts';
import type { WaitEnd } from './ended-wait.ts';

const platform = /^(?:androidx?|dalvik|javax?|jdk|kotlinx?|libcore|sun)\./;

/**
 * The only thread that ended with a wait (row of `waiter.waits`) and whose last sample ran code of the class that waits, or of the awaited
 * class: a thread made for one task ends with its result. Undefined without any, and with several.
 */
export function finishedTask(model: SessionModel, waiter: Thread, row: number, intervalUs: number): WaitEnd | undefined {
  const endUs = float64At(waiter.waits.endUs, row);
  // Some runtimes report no end of a park: only that a sample saw it, and the next one did not.
  const fromUs = Math.min(endUs, lastSeenUs(waiter, endUs)) - intervalUs;
  const classes = classesOf(model, waiter, row);
  const tasks = model.threads.flatMap((thread) => {
    if (thread === waiter || thread.run !== waiter.run || thread.isAgent) return [];
    if (thread.endUs < fromUs || thread.endUs > endUs + intervalUs) return [];
    const node = lastNode(model, thread, endUs);
    return framesOf(model, node).some((name) => classes.has(name)) ? [{ thread: thread.index, node, isCertain: false }] : [];
  });
  return tasks.length === 1 ? tasks[0] : undefined;
}

/** End of the last sample that began before a time. */
function lastSeenUs({ samples }: Thread, untilUs: number): number {
  const row = samples.firstBeginningAfter(untilUs - 1) - 1;
  return row < 0 ? untilUs : samples.endUsAt(row);
}

/** The innermost class outside the platform of the waiting stack, and the awaited class of `java.util.concurrent`. */
function classesOf(model: SessionModel, waiter: Thread, row: number): ReadonlySet<string> {
  const own = framesOf(model, lastNode(model, waiter, float64At(waiter.waits.endUs, row) - 1)).find((name) => !platform.test(name));
  const awaited = outerClass(sourceClass(model, waiter.run, waiter.waits.object[row]));
  return new Set([...(own === undefined ? [] : [own]), ...(awaited.startsWith('java.util.concurrent.') ? [awaited] : [])]);
}

/** Row of `model.nodes` with symbols; 0 without samples until then. */
function lastNode(model: SessionModel, { samples, run }: Thread, untilUs: number): number {
  const row = samples.firstBeginningAfter(untilUs) - 1;
  return row < 0 ? 0 : model.shownNode(run, samples.nodeAt(row));
}

/** Outer classes, innermost first. */
function framesOf({ nodes, methods }: SessionModel, top: number): readonly string[] {
  const names: string[] = [];
  for (let node = top; node !== 0; node = uint32At(nodes.parent, node)) {
    const method = methods[uint32At(nodes.method, node)];
    if (method !== undefined && method.class !== '') names.push(outerClass(dottedClass(method.class)));
  }
  return names;
}
