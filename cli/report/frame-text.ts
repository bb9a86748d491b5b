import type { ReportFrame } from './report-frame.ts';

/** `Cart.sort (Cart.kt:12)` */
export function frameText({ label, file, line }: ReportFrame): string {
  return file === '' ? label : `${label} (${placeText(file, line)})`;
}

export function placeText(file: string, line: number): string {
  return line > 0 ? `${file}:${line}` : file;
}
