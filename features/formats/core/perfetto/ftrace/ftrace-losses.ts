import type { ImportReport } from '../../import/import-report.ts';
import type { ProtoReader } from '../../protobuf/proto-reader.ts';
import { cpuStatsField, statsField } from './ftrace-fields.ts';

/** FtraceStats.Phase. */
const END_OF_TRACE = 2;

/** Events that the phone's buffers lost. */
export class FtraceLosses {
  readonly #report: ImportReport;
  readonly #cores = new Set<number>();
  /** Before the trace, and at its end: counts go on from boot. */
  readonly #lost = { before: 0, after: 0 };

  constructor(report: ImportReport) {
    this.#report = report;
  }

  lostOn(core: number): void {
    this.#cores.add(core);
  }

  stats(reader: ProtoReader): void {
    let [phase, lost] = [0, 0];
    while (reader.next()) {
      if (reader.field === statsField.phase) phase = reader.unsigned();
      if (reader.field !== statsField.ofCpu) continue;
      const cpu = reader.message();
      while (cpu.next()) if (lossFields.has(cpu.field)) lost += cpu.unsigned();
    }
    reader.expectWhole();
    if (phase === END_OF_TRACE) this.#lost.after = lost;
    else this.#lost.before = lost;
  }

  /** After the last packet. */
  finish(): void {
    this.#report.skipped('events that the phone’s trace buffer lost', Math.max(0, this.#lost.after - this.#lost.before));
    const { size } = this.#cores;
    if (size > 0)
      this.#report.assumed(
        `${size} ${size === 1 ? 'core' : 'cores'} lost events: around them states are unknown, and slices may be too long.`,
      );
  }
}

const lossFields: ReadonlySet<number> = new Set(Object.values(cpuStatsField));
