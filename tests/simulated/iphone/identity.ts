/** The device's model. */
export interface Model {
  readonly product: string;
  readonly hardware: string;
  readonly chipId: number;
  readonly architecture: 'arm64' | 'arm64e';
}

/** The iOS release. */
export interface Release {
  readonly version: string;
  readonly major: number;
  readonly build: string;
}

/** One per iOS that hosts treat differently, on a device that runs it; builds by Apple's numbers. */
const known: Readonly<Record<string, { readonly build: string; readonly model: Model }>> = {
  '15.8.3': { build: '19H386', model: { product: 'iPhone9,1', hardware: 'D10AP', chipId: 0x8010, architecture: 'arm64' } },
  '16.7.10': { build: '20H350', model: { product: 'iPhone10,1', hardware: 'D20AP', chipId: 0x8015, architecture: 'arm64' } },
  '17.6.1': { build: '21G93', model: { product: 'iPhone12,1', hardware: 'N104AP', chipId: 0x8030, architecture: 'arm64e' } },
  '18.5': { build: '22F76', model: { product: 'iPhone14,5', hardware: 'D17AP', chipId: 0x8110, architecture: 'arm64e' } },
  '26.1': { build: '23B85', model: { product: 'iPhone17,3', hardware: 'D47AP', chipId: 0x8140, architecture: 'arm64e' } },
};

/** iOS versions that a simulated device comes in. */
const IOS_VERSIONS: readonly string[] = Object.keys(known);

/**
 * The release and a device for it: exactly as requested if known, otherwise the newest of the same major version under the requested name.
 * @throws Error for an unknown major version
 */
export function identityOf(version: string): { readonly release: Release; readonly model: Model } {
  const major = Number.parseInt(version, 10);
  const found = known[version] ?? Object.entries(known).find(([other]) => Number.parseInt(other, 10) === major)?.[1];
  if (!found) throw new Error(`no device is known that runs iOS ${version}; there is ${IOS_VERSIONS.join(', ')}`);
  return { release: { version, major, build: found.build }, model: found.model };
}

/**
 * An identifier of the device's form: 40 hexadecimal digits up to the A11, then chip, dash and 16 digits.
 * @param index separates devices of one computer
 */
export function udidOf(model: Model, index: number): string {
  const tail = (0x1d2c3e4f801e + index).toString(16).toUpperCase().padStart(16, '0');
  return model.chipId < 0x8020
    ? `${tail.repeat(3).slice(0, 40)}`.toLowerCase()
    : `${model.chipId.toString(16).toUpperCase().padStart(8, '0')}-${tail}`;
}
