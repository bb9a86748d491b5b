import { withoutEnd } from '../../../../../core/text/cuts.ts';

/** A line of Android's trace sections (system/core, libcutils/trace-dev): `B|1000|inflate`, `E|1000`, `S|1000|load|7`. */
export type AtraceMark =
  | { readonly type: 'begin'; readonly pid: number; readonly name: string }
  | { readonly type: 'end'; readonly pid: number }
  /** `row` is the name of its track. */
  | { readonly type: 'asyncBegin'; readonly pid: number; readonly row: string; readonly name: string; readonly cookie: string }
  | { readonly type: 'asyncEnd'; readonly pid: number; readonly row: string; readonly cookie: string }
  | { readonly type: 'counter' | 'instant' };

const NUMBER = /^\d{1,10}$/;
const COOKIE = /^-?\d{1,20}$/;
/** The framework adds a number per frame. */
const NUMBERED = /^(Choreographer#doFrame|DrawFrames?) -?\d+$/;

/** Undefined for other text. */
export function atraceMark(text: string): AtraceMark | undefined {
  const line = withoutEnd(text, '\n\0');
  // Programs may leave the process out of an end.
  if (line === 'E') return { type: 'end', pid: 0 };
  const [phase, pidText = '', ...rest] = line.split('|');
  if (!NUMBER.test(pidText)) return undefined;
  const pid = Number(pidText);
  const [first = '', second = '', third = ''] = rest;
  switch (phase) {
    case 'B':
      return { type: 'begin', pid, name: sliceName(rest.join('|')) };
    case 'E':
      return { type: 'end', pid };
    case 'S':
      return begin(pid, first, first, second);
    case 'F':
      return end(pid, first, second);
    case 'G':
      return begin(pid, first, second, third);
    case 'H':
      return end(pid, first, third || second);
    case 'C':
      return { type: 'counter' };
    case 'I':
    case 'N':
      return { type: 'instant' };
    default:
      return undefined;
  }
}

function sliceName(name: string): string {
  return NUMBERED.exec(name)?.[1] ?? name;
}

function begin(pid: number, row: string, name: string, cookie: string): AtraceMark | undefined {
  return row === '' || name === '' || !COOKIE.test(cookie) ? undefined : { type: 'asyncBegin', pid, row, name, cookie };
}

function end(pid: number, row: string, cookie: string): AtraceMark | undefined {
  return row === '' || !COOKIE.test(cookie) ? undefined : { type: 'asyncEnd', pid, row, cookie };
}
