import { loopTasks } from '../chrome/loop-tasks.ts';

/** The name by Android's Handler.getTraceName (frameworks/base, core/java/android/os/Handler.java). */
const DISPATCH = /^((?:[\p{L}_$][\p{L}\p{N}_$]*\.)+[\p{L}_$][\p{L}\p{N}_$]*): (?:#(-?\d{1,10})|([\p{L}_$][\p{L}\p{N}_$./]*))$/u;
/** A message without a handler's class, as of an event loop that has none. */
const UNNAMED = 'message';

export interface Dispatch {
  readonly target?: string;
  readonly callback?: string;
  readonly what?: number;
}

export function dispatchName(target: string, callback: string, what: number): string {
  const name = `${dotted(target)}: ${callback === '' ? `#${what}` : dotted(callback)}`;
  return DISPATCH.test(name) ? name : target || callback || UNNAMED;
}

/** Undefined for a slice that is no message. @param isMessage the file says that it is one */
export function dispatchOf(name: string, isMessage: boolean): Dispatch | undefined {
  const match = name.length > 1_000 ? null : DISPATCH.exec(name);
  if (match !== null) {
    const [, target = '', what, callback] = match;
    return { target, ...(what === undefined ? {} : { what: Number(what) }), ...(callback === undefined ? {} : { callback }) };
  }
  if (isMessage) return name === UNNAMED ? {} : { target: name };
  return name === UNNAMED || loopTasks.has(name) ? {} : undefined;
}

function dotted(className: string): string {
  return /^L.*;$/.test(className) ? className.slice(1, -1).replaceAll('/', '.') : className;
}
