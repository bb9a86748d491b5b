import { javaFrame, type TextFrame } from './java-frame.ts';
import { nativeFrame } from './native-line.ts';

/** Native code has its place in a file, too. */
export interface DumpFrame extends TextFrame {
  readonly native?: {
    /** '' if unknown. */
    readonly path: string;
    /** In hex; '' if unknown. */
    readonly buildId: string;
    readonly address: number;
  };
}

/** `- waiting to lock <0x0abc> (a java.lang.Object) held by thread 12`; Dalvik wrote `held by tid=12 (name)`. */
const LOCK =
  /^- (waiting to lock|waiting on|sleeping on|parking to wait for)\s{1,4}(?:<([^<>]{0,300})> ?|an unknown object ?)?(?:\(an? ([^()]{1,1000})\))?(?: held by (?:thread |tid=|threadid=)(\d{1,9}))?/;
/** `kernel: __switch_to+0x74/0x7c` of dumps with root rights: the thread's place in the kernel, innermost of all. */
const KERNEL = /^kernel: (?:\[[^\]]{0,100}\] )?([\w.]{1,200})/;

/** A frame's line without blanks around it; undefined for others. */
export function dumpFrame(line: string): DumpFrame | undefined {
  if (line.startsWith('at ')) return javaFrame(line.slice(3)) ?? { function: line.slice(3, 500) };
  const [, kernel] = KERNEL.exec(line) ?? [];
  return kernel === undefined ? nativeFrame(line) : { function: kernel };
}

export interface LockLine {
  readonly isMonitor: boolean;
  /** Id as the dump writes it: `0x0abc`, `java.lang.Object@1ebc9cd`. */
  readonly id: string;
  readonly object: string;
  /** ART's number of the owner; 0: unknown. */
  readonly owner: number;
}

/** A line about what the thread waits for; undefined for others. */
export function lockLine(line: string): LockLine | undefined {
  const [, what, id = '', object = classIn(id), owner = '0'] = LOCK.exec(line) ?? [];
  return what === undefined ? undefined : { isMonitor: what === 'waiting to lock', id, object, owner: Number(owner) };
}

/** `java.lang.Object` of `java.lang.Object@1ebc9cd`; addresses name no class. */
function classIn(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('@')));
}

const HELD = /^- locked <([^<>]{1,300})>/;

/** The name of a lock that the thread holds; undefined for other lines. */
export function heldLock(line: string): string | undefined {
  return HELD.exec(line)?.[1];
}
