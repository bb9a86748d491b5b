import type { DeviceKind } from '../../core/wire/schema/device-kinds.ts';

interface DeviceKindFacts {
  /** Programs beside Laglens: always there, without a serial. Several may run under one name. */
  readonly isThisComputer: boolean;
  /** By cable or adb; emulators are phones, too. */
  readonly isPhone: boolean;
  /** Apps have to be restarted for an agent. */
  readonly startsApps: boolean;
  /** Instrumented copies may stay on it, in place of apps. */
  readonly keepsCopies: boolean;
  /** Between samples, by default. */
  readonly intervalUs: number;
}

export const USUAL_INTERVAL_US = 10_000;

const usual: DeviceKindFacts = {
  isThisComputer: false,
  isPhone: true,
  startsApps: false,
  keepsCopies: false,
  intervalUs: USUAL_INTERVAL_US,
};
/** A stack is read in microseconds, so there are twice as many samples. */
const apple: DeviceKindFacts = { ...usual, startsApps: true, intervalUs: 5_000 };

export const kindFacts: Readonly<Record<DeviceKind, DeviceKindFacts>> = {
  android: usual,
  ios: { ...apple, keepsCopies: true },
  simulator: { ...apple, isPhone: false },
  jvm: { ...usual, isThisComputer: true, isPhone: false },
};

type OfKind = { readonly kind: DeviceKind };

export function isThisComputer({ kind }: OfKind): boolean {
  return kindFacts[kind].isThisComputer;
}

export function isPhone({ kind }: OfKind): boolean {
  return kindFacts[kind].isPhone;
}

/** The row of a kind without devices, or of its trouble, has the kind as its id. */
export function standsForKind({ id, kind }: OfKind & { readonly id: string }): boolean {
  return id === kind && !kindFacts[kind].isThisComputer;
}
