import type { PprofProfile } from './pprof-profile.ts';

/** Microseconds of pprof's units of time, which it also accepts in the plural. */
const units: ReadonlyMap<string, number> = new Map([
  ['nanoseconds', 1e-3],
  ['microseconds', 1],
  ['milliseconds', 1e3],
  ['seconds', 1e6],
  ['minutes', 6e7],
  ['ns', 1e-3],
  ['us', 1],
  ['ms', 1e3],
  ['s', 1e6],
]);
/** Wall time first: it shows waits. */
const PREFERRED = ['wall', 'cpu'];

/** The place of a sample's time among its values. */
export interface WeightValue {
  readonly index: number;
  /** Of one. */
  readonly us: number;
  /** As in “wall in nanoseconds”. */
  readonly label: string;
  /** It counts only time on CPU. */
  readonly isCpu: boolean;
}

/** Undefined for profiles without times, as those of memory. */
export function weightValueOf(profile: PprofProfile): WeightValue | undefined {
  const types = profile.sampleTypes.map(({ type, unit }, index) => ({
    index,
    type: profile.strings.at(type),
    unit: profile.strings.at(unit),
    us: unitUs(profile.strings.at(unit)),
  }));
  const times = types.filter(({ us }) => us !== undefined && us > 0);
  const usual = profile.strings.at(profile.defaultSampleType);
  const names = [...(usual === '' ? [] : [usual]), ...PREFERRED];
  const chosen = names.map((name) => times.find(({ type }) => type === name)).find((each) => each !== undefined) ?? times[0];
  if (chosen !== undefined)
    return { index: chosen.index, us: chosen.us ?? 0, label: `${chosen.type} in ${chosen.unit}`, isCpu: chosen.type === 'cpu' };
  return countsOf(profile, types);
}

/** Samples that are only counted have the length of the profile's period. */
function countsOf(
  profile: PprofProfile,
  types: readonly { readonly index: number; readonly type: string; readonly unit: string }[],
): WeightValue | undefined {
  const us = unitUs(profile.strings.at(profile.periodType.unit));
  const counts = types.find(({ type, unit }) => unit === 'count' && (type === 'samples' || type === 'sample'));
  if (us === undefined || counts === undefined || profile.period <= 0) return undefined;
  return { index: counts.index, us: us * profile.period, label: 'samples', isCpu: profile.strings.at(profile.periodType.type) === 'cpu' };
}

function unitUs(unit: string): number | undefined {
  return units.get(unit) ?? units.get(`${unit}s`);
}
