import type { ByteSource } from './byte-source.ts';
import { importLimits } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';

/** Lines of UTF-8 without their ends, some at a time. Overlong ones are counted as skipped. */
export async function* textLines(source: ByteSource, report: ImportReport): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let isOverlong = false;
  for await (const piece of source.chunks()) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/);
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
    yield parts;
  }
  rest += decoder.decode();
  if (rest !== '' && !isOverlong) yield [rest];
}
