import { archive, unarchive } from '../../../host/devices/ios/protocol/dtx/ns-keyed-archive.ts';
import { writeBinaryPlist } from '../../../host/devices/ios/protocol/plist/binary-writer.ts';
import { readPlist } from '../../../host/devices/ios/protocol/plist/read.ts';
import { PlistError, type PlistValue } from '../../../host/devices/ios/protocol/plist/value.ts';
import { writeXmlPlist } from '../../../host/devices/ios/protocol/plist/xml.ts';
import { readOldPlist } from '../../../host/devices/simulator/old-plist.ts';
import { alteredText } from '../damage-text.ts';
import type { Door } from '../door.ts';

/** Every kind of value in devices' and tools' property lists, nested. */
const values: readonly PlistValue[] = [
  { CFBundleIdentifier: 'com.example.shop', UISupportedInterfaceOrientations: ['a', 'b'], CFBundleVersion: '12', LSRequiresIPhoneOS: true },
  { a: [1, -5, 2 ** 40, 2.5, true, false, new Date(1_700_000_000_000), Uint8Array.of(1, 2, 3)], b: { c: { d: ['ü', '𝒇', ''] } } },
  Array.from({ length: 60 }, (_, i) => ({ pid: i, name: `process ${i}` })),
];

const isPlistError = (error: unknown): boolean => error instanceof PlistError;

/** In both forms of devices. */
export const plist: Door = {
  name: 'plist',
  seeds: async () => values.flatMap((value) => [new Uint8Array(writeXmlPlist(value)), new Uint8Array(writeBinaryPlist(value))]),
  altered: (seed, random) => (seed[0] === '<'.charCodeAt(0) ? alteredText(seed, random) : alteredBinary(seed, random)),
  run: readPlist,
  refuses: isPlistError,
};

/** A property list that `NSKeyedArchiver` wrote. */
export const archives: Door = {
  name: 'archive',
  seeds: async () =>
    ['text', { a: { b: ['ä', { c: 1 }] } }, Array.from({ length: 50 }, (_, i) => i)].map((value) => new Uint8Array(archive(value))),
  altered: alteredBinary,
  run: unarchive,
  refuses: isPlistError,
};

const oldPlist = `{ "com.example.shop" = { ApplicationType = User; Bundle = "file:///Users/a/Shop.app/"; CFBundleDisplayName = "Sh\\U00f6p";
  GroupContainers = { "group.a" = "file:///x/"; }; SBAppTags = ( one, "two \\"2\\"" ); Data = <0fbd77 1c2735ae>; }; /* a comment */ }`;

/** NeXTSTEP's form, which simctl prints. */
export const oldPlists: Door = {
  name: 'old-plist',
  seeds: async () => [new TextEncoder().encode(oldPlist)],
  altered: alteredText,
  run: (bytes) => readOldPlist(new TextDecoder().decode(bytes)),
  refuses: (error) => error instanceof SyntaxError,
};

const below = (random: () => number, limit: number): number => Math.floor(random() * limit);

/** References point elsewhere, lengths and the trailer lie. */
function alteredBinary(seed: Uint8Array, random: () => number): Uint8Array {
  const bytes = seed.slice();
  const table = bytes.length - 32;
  for (let changes = below(random, 6); changes >= 0; changes--) {
    const at = random() < 0.2 ? table + 6 + below(random, 26) : 8 + below(random, table - 8);
    const markers = [0x4f, 0x5f, 0x6f, 0xaf, 0xdf, 0x10, 0x13, 0x14, 0x80, 0x33] as const;
    bytes[at] = random() < 0.5 ? (markers[below(random, markers.length)] ?? 0) : below(random, 80);
  }
  return bytes;
}
