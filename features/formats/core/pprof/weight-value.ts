import type { ImportReport } from '../import/import-report.ts';
import { countUs } from '../import/sample-counts.ts';
import type { PprofProfile } from './pprof-profile.ts';

/** Microseconds of pprof's units of time, as its own tool reads them: in any case, also in the plural. */
const units: ReadonlyMap<string, number> = new Map([
  ...['ns', 'nanosecond'].map((name) => [name, 1e-3] as const),
  // Greek mu, and the sign of micro.
  ...['us', '\u03bcs', '\u00b5s', 'microsecond'].map((name) => [name, 1] as const),
  ...['ms', 'millisecond'].map((name) => [name, 1e3] as const),
  ...['s', 'sec', 'second'].map((name) => [name, 1e6] as const),
  ...['min', 'minute'].map((name) => [name, 6e7] as const),
  ...['hr', 'hour'].map((name) => [name, 3.6e9] as const),
]);
/** Wall time first: it shows waits. */
const PREFERRED = ['wall', 'cpu'];

/** The place of a sample's time among its values. */
export interface WeightValue {
  readonly index: number;
  /** Length of one. */
  readonly us: number;
  /** Label as in “wall in nanoseconds”. */
  readonly label: string;
  /** It counts only time on CPU. */
  readonly isCpu: boolean;
}

/** Undefined for profiles without times, as those of memory. */
export function weightValueOf(profile: PprofProfile, report: ImportReport): WeightValue | undefined {
  const types = profile.sampleTypes.map(({ type, unit }, index) => ({
    index,
    type: profile.strings.at(type),
    unit: profile.strings.at(unit),
    us: unitUs(profile.strings.at(unit)),
  }));
  const times = types.filter(({ us }) => us !== undefined && us > 0);
  const usual = profile.strings.at(profile.defaultSampleType);
  const names = [...(usual === '' ? [] : [usual]), ...PREFERRED];
  const chosen =
    names.map((name) => times.find(({ type }) => type === name || firstWord(type) === name)).find((each) => each !== undefined) ?? times[0];
  if (chosen !== undefined)
    return { index: chosen.index, us: chosen.us ?? 0, label: `${chosen.type} in ${chosen.unit}`, isCpu: isCpu(chosen.type) };
  return countsOf(profile, types, report);
}

/** Samples that are only counted have the length of the profile's period; Parca's, made of several profiles, have none. */
function countsOf(
  profile: PprofProfile,
  types: readonly { readonly index: number; readonly type: string; readonly unit: string }[],
  report: ImportReport,
): WeightValue | undefined {
  const counts = types.find(({ type, unit }) => unit === 'count' && (type === 'samples' || type === 'sample'));
  const unit = profile.strings.at(profile.periodType.unit);
  const us = unitUs(unit);
  if (counts === undefined || (us === undefined && unit !== '')) return undefined;
  const each = us !== undefined && profile.period > 0 ? us * profile.period : countUs(0, report);
  return { index: counts.index, us: each, label: 'samples', isCpu: isCpu(profile.strings.at(profile.periodType.type)) };
}

/** Of `Wall time`, as Austin names it, `wall`. */
function firstWord(type: string): string {
  return type.split(' ', 1).join('').toLowerCase();
}

function isCpu(type: string): boolean {
  return firstWord(type) === 'cpu';
}

function unitUs(unit: string): number | undefined {
  const name = unit.toLowerCase();
  return units.get(name.length > 2 && name.endsWith('s') ? name.slice(0, -1) : name);
}
