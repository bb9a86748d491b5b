/** Apple's systems by their names in `hello.os`, as people write them. */
export const appleSystems = {
  ios: 'iOS',
  'ios-simulator': 'iOS simulator',
  macos: 'macOS',
  tvos: 'tvOS',
  watchos: 'watchOS',
  visionos: 'visionOS',
} as const;

export type AppleSystem = keyof typeof appleSystems;

export function isAppleSystem(name: string | undefined): name is AppleSystem {
  return name !== undefined && Object.hasOwn(appleSystems, name);
}
