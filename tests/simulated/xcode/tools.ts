import type { Spoken } from './spoken.ts';
import type { Xcode } from './xcode.ts';

export type Tool = (args: readonly string[], xcode: Xcode) => Promise<Spoken>;

/** The programs by name; xcrun's own options, too, which stand where a name would. Each is read only when it is called, as calls are many. */
export const tools: Readonly<Record<string, () => Promise<Tool>>> = {
  '--find': async () => (await import('./selected-xcode.ts')).find,
  '-f': async () => (await import('./selected-xcode.ts')).find,
  codesign: async () => (await import('./codesign.ts')).codesign,
  devicectl: async () => (await import('./devicectl/fake-devicectl.ts')).devicectl,
  lsof: async () => (await import('./lsof.ts')).lsof,
  security: async () => (await import('./selected-xcode.ts')).security,
  simctl: async () => (await import('./simctl/fake-simctl.ts')).simctl,
  // Its call is remembered, as each one's.
  xattr: async () => async () => ({}),
  'xcode-select': async () => (await import('./selected-xcode.ts')).xcodeSelect,
  xcodebuild: async () => (await import('./selected-xcode.ts')).xcodebuild,
};
