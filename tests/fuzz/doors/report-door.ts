import { appClassPredicate } from '../../../core/analysis/frames/app-classes.ts';
import { LagDetector } from '../../../core/analysis/lags/detect/lag-detector.ts';
import { LaglensError } from '../../../core/errors.ts';
import { ImportReport } from '../../../core/formats/import/import-report.ts';
import { SessionBuilder } from '../../../core/formats/import/session-builder.ts';
import { fillModel } from '../../../core/formats/import/write-session.ts';
import { recognise } from '../../../core/formats/recognise.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { ksHang, matrixReport, matrixTree } from '../../fixtures/field-reports/matrix-report.ts';
import { alteredJson } from '../damage-json.ts';
import type { Door } from '../door.ts';
import type { Work } from '../work.ts';

const jsonSeeds: readonly unknown[] = [matrixReport(), matrixTree(), [ksHang(), matrixReport(2003)]];

/** A report of an app on a user's device, as it is imported: recognised, read, laid out, judged. */
export const fieldReport: Door = {
  name: 'field-report',
  seeds: async () => jsonSeeds.map((seed) => new TextEncoder().encode(JSON.stringify(seed))),
  altered: alteredJson,
  run: imported,
  refuses: (error) => error instanceof LaglensError && error.code.startsWith('format-'),
  // Ten thousand fields of any text, and a session's fixed tables.
  most: (bytes) => 2_000_000 + 2_000 * bytes,
  count: 400,
};

async function imported(bytes: Uint8Array, work: Work): Promise<unknown> {
  const source = {
    name: 'fuzz',
    size: bytes.length,
    async *chunks(): AsyncGenerator<Uint8Array> {
      yield bytes;
    },
  };
  const report = new ImportReport('fuzz');
  const builder = new SessionBuilder(report);
  const turns = new Turns({ nowMs: () => 0, turn: async () => undefined });
  await recognise(bytes.subarray(0, 64 << 10), 'fuzz').reading.read({ source, builder, report, turns });
  const model = new SessionModel();
  await fillModel(builder, model, turns);
  const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example'] });
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  work.made(report.lines);
  return judge.lags.length;
}
