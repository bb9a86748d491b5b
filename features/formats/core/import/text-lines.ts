import { CleanText } from '../text/clean-text.ts';
import { type ByteSource, sayLog } from './byte-source.ts';
import { importLimits } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';

/** Lines of a text, as `CleanText` gives it, without their ends; some at a time. Overlong ones are counted as skipped. */
export async function* textLines(source: ByteSource, report: ImportReport): AsyncGenerator<readonly string[]> {
  const text = new CleanText();
  let rest = '';
  let isOverlong = false;
  const linesOf = (piece: string): readonly string[] => {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    if (isOverlong && parts.length > 0) {
      parts.shift();
      isOverlong = false;
    }
    if (isOverlong || rest.length > importLimits.lineBytes) {
      if (!isOverlong) report.skipped('lines longer than 4 MiB');
      isOverlong = true;
      rest = '';
    }
    return parts;
  };
  for await (const piece of source.chunks()) {
    yield linesOf(text.take(piece));
  }
  yield linesOf(text.end());
  sayLog(text, report);
  if (rest !== '' && !isOverlong) yield [rest];
}
