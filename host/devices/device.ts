import type { Duplex } from 'node:stream';
import type { ErrorCode, LaglensError } from '../../core/errors.ts';
import type { DeviceKind } from '../../core/wire/schema/device-kinds.ts';
import type { Message } from '../../core/wire/schema.ts';

export interface Problem {
  readonly code: ErrorCode;
  /** "unauthorized" */
  readonly why: string;
  /** The person's next step. */
  readonly next: string;
}

export interface DeviceRow {
  /** Stable, for commands and settings. */
  readonly id: string;
  readonly kind: DeviceKind;
  readonly name: string;
  /** Android version, ABI and the like. */
  readonly detail: string;
  /** The agent can be present from the first moment. */
  readonly canLaunch: boolean;
  readonly problem?: Problem;
  /** Its provider can start it. */
  readonly canBoot?: boolean;
  /** The same device's other id, by which it may have been chosen. */
  readonly otherId?: string;
}

export function hasId(row: DeviceRow, id: string | undefined): boolean {
  return id !== undefined && (row.id === id || row.otherId === id);
}

export interface BootOptions {
  /** @param step in a few words */
  progress(step: string): void;
  readonly signal: AbortSignal;
}

export interface AppProcess {
  readonly pid: number;
  /** Android: the application id, with `:suffix` for secondary processes. Desktop: the main class. iOS: the bundle id. */
  readonly name: string;
}

export interface AppRow {
  /** Application id, bundle id or main class, with `@user` for another Android user. */
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** In picker order. */
  readonly group: 'workspace' | 'running' | 'installed' | 'other';
  /** The person chooses among several. */
  readonly processes: readonly AppProcess[];
  /** Warnings, such as an old build or a debugger. */
  readonly notes: readonly string[];
  readonly problem?: Problem;
}

export interface AppTarget {
  /** `AppRow.id`. */
  readonly app: string;
  /** The main process by default. */
  readonly process?: string;
  /** Any process by default. */
  readonly pid?: number;
  /** Class to launch on Android; otherwise the only one, or the user's choice. */
  readonly activity?: string;
}

export interface DeployOptions extends Asking {
  /** Restarts the app with the agent instead of attaching. */
  readonly launch: boolean;
  /** 16 random bytes, known to host and agent only. */
  readonly token: Uint8Array;
  readonly intervalUs: number;
  /** Frames per stack. */
  readonly depth: number;
  /** False leaves blocking calls of launched iOS apps uninstrumented; true by default. */
  readonly blockingCalls?: boolean;
  /** Reports allocations per thread where possible; false by default. */
  readonly allocations?: boolean;
  /** @param step in a few words */
  progress(step: string): void;
  log(line: string): void;
  readonly signal: AbortSignal;
}

/** Absent members mean that nobody can be asked. */
export interface Asking {
  /** Before changes that a person would notice; skipped when nobody can be asked. */
  readonly consent?: (question: Consent) => Promise<boolean>;
  /** Without it, an error lists the choices. */
  readonly choose?: (choice: Choice) => Promise<string | undefined>;
}

export function askingOf({ consent, choose }: Asking): Asking {
  return { ...(consent === undefined ? {} : { consent }), ...(choose === undefined ? {} : { choose }) };
}

/** Answered by a value, or undefined after a cancel. */
export interface Choice {
  /** “Shop has several launcher activities” */
  readonly question: string;
  /** “Pick the one to start” */
  readonly hint: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly detail: string }[];
}

export interface Consent {
  /** “Replace Shop on Ada’s iPhone with an instrumented copy?” */
  readonly question: string;
  /** The consequences and the way back. */
  readonly detail: string;
  /** “Replace” */
  readonly yes: string;
}

export interface Undo {
  /** “Shop on Ada’s iPhone is an instrumented copy.” */
  readonly what: string;
  /** “Restore” */
  readonly label: string;
  /** @throws LaglensError */
  run(signal: AbortSignal): Promise<void>;
  /** The change need not be remembered any longer. */
  keep?(): void;
}

/** A signed copy in place of an app, remembered for its removal. */
export interface InstalledCopy {
  /** `DeviceRow.id`. */
  readonly device: string;
  /** Bundle id. */
  readonly app: string;
  /** For people. */
  readonly name: string;
  /** Path of the original `.app` folder here. */
  readonly build: string;
  /** On the device, changed by each install; empty during the install. */
  readonly path: string;
}

/** Remembers copies beyond this program. Never throws. */
export interface SignedCopyRecorder {
  /** Replaces an earlier note on the app. @returns restores the earlier note */
  placed(copy: InstalledCopy): () => void;
  /** The copy was replaced or is wanted. */
  gone(copy: Pick<InstalledCopy, 'device' | 'app'>): void;
}

/** A record of the device's system about one process, by its wall clock. */
export type SystemRecord = Omit<Message<'systemRecord'>, 'type' | 'run' | 'atUs'> & { readonly wallUs: number };

export interface AgentLink {
  readonly process: AppProcess;
  /** Of the app, as its users see it; undefined when unknown. */
  readonly version?: string;
  readonly launched: boolean;
  /** The agent's own token, else that of `DeployOptions`. */
  readonly token?: Uint8Array;
  /** Changes that `cleanup` leaves. */
  readonly undo?: Undo;
  /** An error for another app's agent. */
  refuse?(hello: Message<'hello'>): LaglensError | undefined;
  /** @throws LaglensError without an answer */
  connect(signal: AbortSignal): Promise<Duplex>;
  /**
   * After a broken connection.
   * @throws LaglensError `no-answer` when unknown
   */
  processState(signal: AbortSignal): Promise<'running' | 'ended' | 'unreachable'>;
  /** Such as a busy main thread or a refusal in the log; undefined when unknown. */
  explainSilence(signal: AbortSignal): Promise<Problem | undefined>;
  /**
   * ANRs since the attach and the process' end, which is recorded a moment later. Absent where no system records them.
   * @throws LaglensError without an answer
   */
  systemRecords?(signal: AbortSignal): Promise<readonly SystemRecord[]>;
  /** Removes copied files. Never throws; failures are logged. */
  cleanup(): Promise<void>;
}

export interface Device {
  readonly row: DeviceRow;
  /** In picker order. */
  apps(signal: AbortSignal): Promise<readonly AppRow[]>;
  /** Waits for another process than `notPid`, and for a lost device. */
  nextProcess(target: AppTarget, notPid: number | undefined, signal: AbortSignal): Promise<AppProcess>;
  /**
   * Leaves nothing behind on failure.
   * @throws LaglensError, or AbortError when cancelled
   */
  deploy(target: AppTarget, options: DeployOptions): Promise<AgentLink>;
  /** Undefined when the copy is gone. @throws LaglensError when the device does not say */
  undoOf?(copy: InstalledCopy, log: DeployOptions['log'], signal: AbortSignal): Promise<Undo | undefined>;
}

export interface Disposable {
  dispose(): void;
}

/** A device that offers itself in this network. */
export interface WifiService {
  /** As the device calls itself, such as `adb-SERIAL-abcdef`. */
  readonly name: string;
  /** `pairing`: shows a code now. `connect`: known devices only. */
  readonly offers: 'pairing' | 'connect';
  /** `HOST:PORT`. */
  readonly address: string;
}

export interface WifiServices {
  readonly services: readonly WifiService[];
  /** Why none can be found; addresses work nevertheless. */
  readonly problem?: string;
}

/** The way to devices without a cable. Addresses are `HOST:PORT`. */
export interface WifiDoor {
  /** @throws LaglensError */
  services(signal: AbortSignal): Promise<WifiServices>;
  /**
   * Pairs, and waits until the device is connected.
   * @param code the device's six digits
   * @returns `DeviceRow.id`; undefined for a paired device that is not found by itself
   * @throws LaglensError
   */
  pair(address: string, code: string, signal: AbortSignal): Promise<string | undefined>;
  /** @returns `DeviceRow.id` @throws LaglensError */
  connect(address: string, signal: AbortSignal): Promise<string>;
}

/** Reaches devices of one kind. */
export interface DeviceProvider {
  readonly kind: DeviceKind;
  /** Reports all rows at once and after each change, until disposed. */
  watch(listener: (rows: readonly DeviceRow[]) => void): Disposable;
  rows(signal: AbortSignal): Promise<readonly DeviceRow[]>;
  /** Waits until apps can be started. @throws LaglensError */
  boot?(id: string, options: BootOptions): Promise<void>;
  /** Absent for devices without Wi-Fi of their own. */
  readonly wifi?: WifiDoor;
  /** @throws LaglensError when missing or unusable */
  open(id: string, signal: AbortSignal): Promise<Device>;
}
