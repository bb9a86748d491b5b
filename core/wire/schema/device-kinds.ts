interface DeviceKindFacts {
  /** Run loops instead of loopers. */
  readonly isApple: boolean;
  /** Its apps are debuggable builds, which are slower than those of users. */
  readonly isDebuggable: boolean;
  /** It shares its computer’s processors. */
  readonly isSimulated: boolean;
}

/** Kinds of devices by their names in sessions (`process.deviceKind`). */
export const deviceKinds = {
  android: { isApple: false, isDebuggable: true, isSimulated: false },
  jvm: { isApple: false, isDebuggable: false, isSimulated: false },
  ios: { isApple: true, isDebuggable: false, isSimulated: false },
  simulator: { isApple: true, isDebuggable: false, isSimulated: true },
} as const satisfies Readonly<Record<string, DeviceKindFacts>>;

export type DeviceKind = keyof typeof deviceKinds;

/** Undefined for other tools’ profiles, and for names of newer versions. */
export function deviceKindFacts(name: string | undefined): DeviceKindFacts | undefined {
  return isDeviceKind(name) ? deviceKinds[name] : undefined;
}

function isDeviceKind(name: string | undefined): name is DeviceKind {
  return name !== undefined && Object.hasOwn(deviceKinds, name);
}
