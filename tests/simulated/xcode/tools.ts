import type { Spoken } from './spoken.ts';
import type { Xcode } from './xcode.ts';

export type Tool = (args: readonly string[], xcode: Xcode) => Promise<Spoken>;

/** Programs by name, with xcrun's options in a name's place. Loaded on use, as calls are many. */
export const tools: Readonly<Record<string, () => Promise<Tool>>> = {
  '--find': async () => (await import('./selected-xcode.ts')).find,
  '-f': async () => (await import('./selected-xcode.ts')).find,
  codesign: async () => (await import('./codesign.ts')).codesign,
  devicectl: async () => (await import('./devicectl/fake-devicectl.ts')).devicectl,
  lsof: async () => (await import('./lsof.ts')).lsof,
  security: async () => (await import('./selected-xcode.ts')).security,
  simctl: async () => (await import('./simctl/fake-simctl.ts')).simctl,
  // Its calls are logged anyway.
  xattr: async () => async () => ({}),
  'xcode-select': async () => (await import('./selected-xcode.ts')).xcodeSelect,
  xcodebuild: async () => (await import('./selected-xcode.ts')).xcodebuild,
};
