/** A file of a batch begins. */
export interface Begin {
  readonly file: string;
  /** Processor time that the process has used so far. */
  readonly cpuMs: number;
}

/** ASCII's record separator, which no test writes. */
const MARK = '\u001e';

/** For standard error, where it arrives even if the process crashes next. */
export function beginLine({ file, cpuMs }: Begin): string {
  return `${MARK}${Math.round(cpuMs)} ${file}\n`;
}

/** Undefined if the line is a test's. */
export function parseBegin(line: string): Begin | undefined {
  const [, begin = ''] = line.split(MARK);
  const [, cpuMs, file] = /^(\d+) (.+)\n$/.exec(begin) ?? [];
  return file === undefined ? undefined : { file, cpuMs: Number(cpuMs) };
}
