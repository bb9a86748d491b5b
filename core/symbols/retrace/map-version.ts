/**
 * The version stated for the lines below, by rank. `none` before any statement; `unknown` versions understand no extras. See R8's
 * doc/retrace.md, "Version".
 */
export const MapVersion = { unknown: -1, none: 0, '1.0': 1, '2.0': 2, '2.1': 3, '2.2': 4 } as const;
export type MapVersion = (typeof MapVersion)[keyof typeof MapVersion];

/** Written by R8's unreleased builds; readers need not understand it. */
export function mapVersionOf(name: string): MapVersion {
  if (name === 'experimental') return MapVersion.none;
  return isKnown(name) ? MapVersion[name] : MapVersion.unknown;
}

function isKnown(name: string): name is keyof typeof MapVersion {
  return Object.hasOwn(MapVersion, name);
}
