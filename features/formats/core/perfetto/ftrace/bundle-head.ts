import type { ProtoReader } from '../../protobuf/proto-reader.ts';
import { bundleField, compactField, ftraceField } from './ftrace-fields.ts';

/** Facts that hold for all events of a bundle. */
export interface BundleHead {
  readonly core: number;
  readonly isAfterLoss: boolean;
  readonly clock: number;
  readonly firstNs: number;
  readonly ftraceNs: number | undefined;
  readonly bootNs: number | undefined;
  /** Its switches are columns, beside its other events. */
  readonly isCompact: boolean;
}

/** @throws ProtoError for a cut bundle */
export function headOf(reader: ProtoReader): BundleHead {
  let [core, isAfterLoss, clock, firstNs, isCompact] = [0, false, 0, 0, false];
  let ftraceNs: number | undefined;
  let bootNs: number | undefined;
  while (reader.next()) {
    if (reader.field === bundleField.cpu) core = reader.unsigned();
    else if (reader.field === bundleField.isAfterLoss) isAfterLoss = reader.unsigned() !== 0;
    else if (reader.field === bundleField.clock) clock = reader.unsigned();
    else if (reader.field === bundleField.ftraceNs) ftraceNs = reader.signed();
    else if (reader.field === bundleField.bootNs) bootNs = reader.signed();
    else if (firstNs === 0 && reader.field === bundleField.event) firstNs = timeOf(reader.message());
    else if (reader.field === bundleField.compact) {
      isCompact = true;
      if (firstNs === 0) firstNs = firstTimeOf(reader.message());
    }
  }
  reader.expectWhole();
  return { core, isAfterLoss, clock, firstNs, ftraceNs, bootNs, isCompact };
}

function timeOf(event: ProtoReader): number {
  while (event.next()) if (event.field === ftraceField.timestamp) return event.unsigned();
  return 0;
}

function firstTimeOf(compact: ProtoReader): number {
  let first = 0;
  while (compact.next()) {
    if (compact.field !== compactField.switchTime && compact.field !== compactField.wakingTime) continue;
    compact.eachNumber(() => {
      if (first === 0) first = compact.unsigned();
    });
  }
  return first;
}
