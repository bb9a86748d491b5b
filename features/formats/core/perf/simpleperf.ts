import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { isReportSampleText, readReportSampleText } from './report-sample-text.ts';
import { isSimpleperfRecords, readSimpleperfRecords } from './simpleperf-records.ts';

export function looksLikeSimpleperf(begin: Beginning): boolean {
  return isSimpleperfRecords(begin) || isReportSampleText(begin);
}

/** Both forms of `simpleperf report-sample`, by the first letter: records begin with a name in capitals. */
export async function readSimpleperf(task: ImportTask): Promise<void> {
  const { source } = task;
  const pieces = source.chunks()[Symbol.asyncIterator]();
  const first = await pieces.next();
  const begin = first.done === true ? new Uint8Array(0) : first.value;
  const whole = {
    ...source,
    name: source.name,
    size: source.size,
    async *chunks() {
      yield begin;
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
    },
  };
  const read = begin[0] === 'S'.charCodeAt(0) ? readSimpleperfRecords : readReportSampleText;
  await read({ ...task, source: whole });
}
