import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { KeptReport } from '../core/hardware/hardware-page.ts';
import { parseReport } from '../protocol/parse-report.ts';

/** Reports from people; `simulated` has those of simulated phones. */
export const REPORTS = 'tests/field-reports';

/** All kept reports. @throws Error for a file that is no report */
export async function keptReports(root: string): Promise<readonly KeptReport[]> {
  const own = await reportsIn(join(root, REPORTS), false);
  return [...own, ...(await reportsIn(join(root, REPORTS, 'simulated'), true))];
}

async function reportsIn(folder: string, isSimulated: boolean): Promise<readonly KeptReport[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    files.map(async (file) => {
      const parsed = parseReport(await readFile(join(folder, file), 'utf8'));
      if ('mistake' in parsed) throw new Error(`${join(folder, file)}: ${parsed.mistake}`);
      return { name: basename(file, '.json'), isSimulated, report: parsed.report };
    }),
  );
}
