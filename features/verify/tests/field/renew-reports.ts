import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportJson } from '../../core/report/field-report.ts';
import { REPORTS } from '../../scripts/kept-reports.ts';
import { fieldPhones } from './field-phones.ts';

// node features/verify/tests/field/renew-reports.ts [NAME…]: writes the kept reports of the simulated phones.

const root = join(import.meta.dirname, '..', '..', '..', '..');
const wanted = process.argv.slice(2);
for (const { name, refusal, report } of fieldPhones) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const why = await refusal?.();
  if (why !== undefined) process.stderr.write(`${name} is left as it is: ${why}\n`);
  else {
    const made = await report();
    // Times differ with each run, and say nothing.
    const facts = made.facts.map((each) => ({ ...each, ms: 0 }));
    await writeFile(join(root, REPORTS, 'simulated', `${name}.json`), reportJson({ ...made, facts }));
    process.stderr.write(`${name}\n`);
  }
}
