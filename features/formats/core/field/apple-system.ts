import type { AppleSystem } from '../../../../core/session/model/apple-systems.ts';

/** Words of a report's platform or version, most special first: `Mac OS X 10.14`, `iPhone OS 17.4`, `Apple TVOS 9.0`, `xrOS 1.0`. */
const WORDS: readonly (readonly [AppleSystem, RegExp])[] = [
  ['ios-simulator', /simulator/i],
  ['macos', /\bmac ?os|\bos ?x\b|catalyst|\bmac\b/i],
  ['tvos', /tv ?os/i],
  ['watchos', /watch ?os/i],
  ['visionos', /\b(?:vision|xr) ?os|reality ?os/i],
  ['ios', /\bi(?:phone|pad|pod)? ?os/i],
];
/** Model identifiers: `MacBookPro14,3`, `AppleTV11,1`. Also names: `Mac14,2 (…)`. */
const MODELS: readonly (readonly [AppleSystem, RegExp])[] = [
  ['macos', /^(?:i?Mac|VirtualMac|Xserve|ADP)/],
  ['tvos', /^AppleTV/],
  ['watchos', /^Watch/],
  ['visionos', /^RealityDevice/],
];

/**
 * The system that a report of Apple is from; iOS where it does not say.
 * @param words platform, name and version of the system, as the report has them
 * @param model identifier of the device, '' if unknown
 */
export function appleSystemOf(words: string, model: string): AppleSystem {
  const text = words.slice(0, 200);
  const found = WORDS.find(([, pattern]) => pattern.test(text)) ?? MODELS.find(([, pattern]) => pattern.test(model.trim()));
  return found?.[0] ?? 'ios';
}
