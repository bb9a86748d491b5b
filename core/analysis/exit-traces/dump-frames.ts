import { javaFrame, type TextFrame } from './java-frame.ts';

/** Native code has its place in a file, too. */
export interface DumpFrame extends TextFrame {
  readonly native?: {
    readonly path: string;
    /** In hex; '' if unknown. */
    readonly buildId: string;
    readonly address: number;
  };
}

/** `#00 pc 00000000000cd22c  /apex/…/libart.so (art::Thread::Park+12) (BuildId: 3f8b…)`, also with `native:` before. */
const NATIVE = /^(?:native: )?#\d{1,4} pc ([0-9a-f]{1,16})\s+(\S[^()]{0,2000}?)(?: \(offset 0x[0-9a-f]+\))?(?: \((.*)\))?$/;
const BUILD_ID = /\)? ?\(?BuildId: ([0-9a-f]{2,128})\)?$/;
/** `- waiting to lock <0x0abc> (a java.lang.Object) held by thread 12` */
const LOCK =
  /^- (waiting to lock|waiting on|sleeping on|parking to wait for)\s+(?:<[^<>]{0,40}> )?(?:\(an? (.{1,1000}?)\))?(?: held by thread (\d{1,9}))?$/;

/** A frame's line without blanks around it; undefined for others. Addresses are those of calls already. */
export function dumpFrame(line: string): DumpFrame | undefined {
  if (line.startsWith('at ')) return javaFrame(line.slice(3)) ?? { function: line.slice(3, 500) };
  const [, pc, path = '', rest = ''] = NATIVE.exec(line) ?? [];
  if (pc === undefined) return undefined;
  const [, buildId = ''] = BUILD_ID.exec(rest) ?? [];
  const symbol = rest.replace(BUILD_ID, '').replace(/\+\d+$/, '');
  const address = Number.parseInt(pc, 16);
  if (!Number.isSafeInteger(address)) return { function: symbol || `0x${pc}` };
  return { function: symbol, native: { path, buildId, address } };
}

export interface LockLine {
  readonly isMonitor: boolean;
  readonly object: string;
  /** ART's number of the owner; 0: unknown. */
  readonly owner: number;
}

/** A line about what the thread waits for; undefined for others. */
export function lockLine(line: string): LockLine | undefined {
  const [, what, object = '', owner = '0'] = LOCK.exec(line) ?? [];
  return what === undefined ? undefined : { isMonitor: what === 'waiting to lock', object, owner: Number(owner) };
}
