import { type Abi, type AndroidVersion, propertiesOf, type Release, releaseOf } from '../system/android-release.ts';
import type { Personality } from './personality.ts';

const KERNEL = '5.10.0';
const PAGE_BYTES = 4096;

/** The simulated phone without a difference. */
export function plainPersonality(android: AndroidVersion): Personality {
  return { id: `simulated-${android}`, android };
}

export function releaseOfPersonality({ android, release }: Personality): Release {
  return { ...releaseOf(android), ...release };
}

/** All of `getprop`. @param abi claimed if the personality has none */
export function propertiesOfPersonality(personality: Personality, abi: Abi, serial: string): ReadonlyMap<string, string> {
  const release = releaseOfPersonality(personality);
  const { product, properties = {} } = personality;
  const facts = new Map(propertiesOf(release, personality.abi ?? abi, serial));
  if (product !== undefined) {
    const { manufacturer, brand, model, device } = product;
    const named = { manufacturer, brand, model, device, name: device };
    for (const [name, value] of Object.entries(named)) facts.set(`ro.product.${name}`, value);
    facts.set('ro.build.fingerprint', `${brand}/${device}/${device}:${release.name}/${release.buildId}/1:user/release-keys`);
  }
  for (const [name, value] of Object.entries(properties)) facts.set(name, value);
  return facts;
}

export function kernelOf({ kernel = KERNEL }: Personality): string {
  return kernel;
}

export function pageBytesOf({ pageBytes = PAGE_BYTES }: Personality): number {
  return pageBytes;
}
