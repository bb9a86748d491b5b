import type { Faults } from '../android-faults.ts';
import type { Abi, AndroidVersion } from '../system/android-release.ts';

/** How one phone differs from Android's own. Absent facts are those of the simulated release. */
export interface Personality {
  /** As `redmi-8a-miui-12`; names the kept report. */
  readonly id: string;
  /** The nearest simulated release. Answers follow `sdk`. */
  readonly android: AndroidVersion;
  readonly release?: PhoneRelease;
  readonly product?: Product;
  /** As `uname -r` says. */
  readonly kernel?: string;
  /** The process is this computer's: it loads the agent's library for this processor in place of the claimed one's. */
  readonly abi?: Abi;
  readonly pageBytes?: number;
  /** Of adb's transport; those of the release by default. */
  readonly adbFeatures?: readonly string[];
  /** Of `getprop`, besides those of release, product and ABI. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Besides the owner; a work profile by default. */
  readonly users?: readonly PhoneUser[];
  /** Programs that the phone lacks. */
  readonly missing?: readonly string[];
  /** The first fixed one that fits replaces a program's answer; without one, all edits that fit are made. */
  readonly answers?: readonly ProgramAnswer[];
  readonly faults?: Faults;
}

/** A phone after public reports. */
export interface KnownPersonality extends Personality {
  /** Where the differences were read. */
  readonly sources: readonly string[];
}

export interface PhoneRelease {
  /** As people say it: `9`. */
  readonly name: string;
  readonly sdk: number;
  readonly buildId: string;
  readonly securityPatch: string;
}

export interface Product {
  readonly manufacturer: string;
  readonly brand: string;
  readonly model: string;
  readonly device: string;
}

export interface PhoneUser {
  readonly id: number;
  readonly name: string;
  /** Hexadecimal, without `0x`. */
  readonly flags: string;
}

/** Which calls of a program are meant. */
export interface Calls {
  /** `cmd package …` is `pm …`, `cmd activity …` is `am …`. */
  readonly program: string;
  /** Called by adb's shell, or under `run-as`; by both without it. */
  readonly by?: 'shell' | 'app';
  /** These arguments occur, one after the other. */
  readonly words?: readonly (string | RegExp)[];
  /** None of these arguments occurs. */
  readonly without?: readonly string[];
}

/** Printed instead of the phone's own answer. */
export interface FixedAnswer extends Calls {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
}

/** The phone's own output, with every match replaced. Not for programs that follow. */
export interface EditedAnswer extends Calls {
  readonly find: RegExp;
  readonly replacement: string;
}

export type ProgramAnswer = FixedAnswer | EditedAnswer;
