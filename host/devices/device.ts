import type { Duplex } from 'node:stream';
import type { ErrorCode, LaglensError } from '../../core/errors.ts';
import type { Message } from '../../core/wire/schema.ts';

/** Why something in a list cannot be used, and what would make it usable. */
export interface Problem {
  readonly code: ErrorCode;
  /** A few words for the row: "unauthorized". */
  readonly why: string;
  /** One sentence: what the person can do. */
  readonly next: string;
}

/** A line of the device picker. */
export interface DeviceRow {
  /** Stable while the device is the same; what commands and settings name it by. */
  readonly id: string;
  readonly kind: 'android' | 'jvm' | 'ios' | 'simulator';
  readonly name: string;
  /** Android version, ABI and the like, for the second half of the row. */
  readonly detail: string;
  /** Whether the agent can be there from the first moment of an app. */
  readonly canLaunch: boolean;
  readonly problem?: Problem;
  /** It is shut down, and its provider can start it. */
  readonly canBoot?: boolean;
}

/** How the start of a device is followed. */
export interface BootOptions {
  /** Called at the begin of each step with a few words for the progress line. */
  progress(step: string): void;
  readonly signal: AbortSignal;
}

/** A process of an app as it runs now. */
export interface AppProcess {
  readonly pid: number;
  /** On Android the application id, with `:suffix` for secondary processes; on a desktop the main class; on iOS the bundle id. */
  readonly name: string;
}

/** A line of the app picker. */
export interface AppRow {
  /** Application id, bundle id or main class, with `@user` for an Android user other than the current one. */
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** Groups stand in this order: the workspace's own apps, then running, then installed ones, then those that cannot be used. */
  readonly group: 'workspace' | 'running' | 'installed' | 'other';
  /** Running processes; more than one: the person chooses. */
  readonly processes: readonly AppProcess[];
  /** What the person should know before: an old build is installed, a debugger is attached. */
  readonly notes: readonly string[];
  readonly problem?: Problem;
}

/** What a capture was asked to look at. */
export interface AppTarget {
  /** `AppRow.id`. */
  readonly app: string;
  /** Name of one of its processes; the main one when left out. */
  readonly process?: string;
  /** A certain process; any that fits when left out. */
  readonly pid?: number;
  /** Class of the activity that a launch on Android starts; the only one, or asked for, when left out. */
  readonly activity?: string;
}

export interface DeployOptions extends Asking {
  /** Starts the app (again) with the agent in it, instead of attaching to the running process. */
  readonly launch: boolean;
  /** 16 random bytes that only this host and the agent know. */
  readonly token: Uint8Array;
  readonly intervalUs: number;
  /** Deepest stack that is read, in frames. */
  readonly depth: number;
  /** False: calls that may wait are left alone. Of apps on iOS that are started; true when left out. */
  readonly blockingCalls?: boolean;
  /** Tells what threads allocate, where the agent can; false when left out. */
  readonly allocations?: boolean;
  /** Called at the begin of each step with a few words for the progress line. */
  progress(step: string): void;
  /** A line for the log. */
  log(line: string): void;
  readonly signal: AbortSignal;
}

/** How the person is asked; each is left out where nobody can be. */
export interface Asking {
  /** Before anything is changed that they would miss. Where nobody can be asked, it is not done. */
  readonly consent?: (question: Consent) => Promise<boolean>;
  /** Which of several it shall be. Where nobody can be asked, an error names them. */
  readonly choose?: (choice: Choice) => Promise<string | undefined>;
}

/** The parts of `Asking` that are there, of something that has more. */
export function askingOf({ consent, choose }: Asking): Asking {
  return { ...(consent === undefined ? {} : { consent }), ...(choose === undefined ? {} : { choose }) };
}

/** One of several that only the person can choose; the answer is its value, undefined when they turn away. */
export interface Choice {
  /** “Shop has several launcher activities” */
  readonly question: string;
  /** “Pick the one to start” */
  readonly hint: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly detail: string }[];
}

/** Something that is done only when the person agrees. */
export interface Consent {
  /** “Replace Shop on Ada’s iPhone by a signed copy that carries the agent?” */
  readonly question: string;
  /** What it means, and how it is undone. */
  readonly detail: string;
  /** The button: “Replace”. */
  readonly yes: string;
}

/** What was changed on a device, and how it becomes as it was. */
export interface Undo {
  /** “Shop on Ada’s iPhone is a signed copy that carries the agent.” */
  readonly what: string;
  /** The button: “Restore”. */
  readonly label: string;
  /** Throws `LaglensError` when it does not work. */
  run(signal: AbortSignal): Promise<void>;
  /** The person wants it left as it is: it need not be remembered any longer. */
  keep?(): void;
}

/** A signed copy that stands in the place of an app on a device: what has to be remembered to undo it later. */
export interface InstalledCopy {
  /** `DeviceRow.id`. */
  readonly device: string;
  /** Bundle id. */
  readonly app: string;
  /** The app's name for people. */
  readonly name: string;
  /** The original on this computer: the path of its `.app` folder. */
  readonly build: string;
  /** Where the copy lies on the device, which is elsewhere after the next install; empty while it is on its way. */
  readonly path: string;
}

/** Remembers copies for longer than this program runs. Never throws. */
export interface SignedCopyRecorder {
  /** Takes the place of an earlier note on the same app. @returns takes the note back: what was noted before holds again */
  placed(copy: InstalledCopy): () => void;
  /** The original is there again, or somebody wants the copy to stay. */
  gone(copy: Pick<InstalledCopy, 'device' | 'app'>): void;
}

/** The agent in one process. */
export interface AgentLink {
  readonly process: AppProcess;
  readonly launched: boolean;
  /** The token to speak with, where the agent has made one itself; the one of `DeployOptions` when left out. */
  readonly token?: Uint8Array;
  /** Offered after the capture: what `cleanup` leaves as it is. */
  readonly undo?: Undo;
  /** Why an agent that says hello is not the one that was wanted (another app's, say); undefined when it is. */
  refuse?(hello: Message<'hello'>): LaglensError | undefined;
  /** Opens a connection to the agent. Throws `LaglensError` when nobody answers there. */
  connect(signal: AbortSignal): Promise<Duplex>;
  /**
   * Asked when a connection broke: does the process still run, or can the device itself not be reached? Throws `LaglensError`
   * `no-answer` where nobody said either.
   */
  processState(signal: AbortSignal): Promise<'running' | 'ended' | 'unreachable'>;
  /** Why connecting may fail though the app runs (a busy main thread, a refusal in the device's log); undefined when nothing is known. */
  explainSilence(signal: AbortSignal): Promise<Problem | undefined>;
  /** Removes what was copied. Never throws; what could not be removed is logged. */
  cleanup(): Promise<void>;
}

export interface Device {
  readonly row: DeviceRow;
  /** Apps to pick from, in the order of the picker. */
  apps(signal: AbortSignal): Promise<readonly AppRow[]>;
  /** Resolves when a process of the target runs that is not `notPid`; also waits for the device itself to come back. */
  nextProcess(target: AppTarget, notPid: number | undefined, signal: AbortSignal): Promise<AppProcess>;
  /** Brings the agent into the app. Throws `LaglensError` for each step that fails, `AbortError` when cancelled; leaves nothing behind then. */
  deploy(target: AppTarget, options: DeployOptions): Promise<AgentLink>;
  /** How to undo what an earlier program left; undefined when it is not there any more. Throws `LaglensError` when the device does not tell. */
  undoOf?(copy: InstalledCopy, log: DeployOptions['log'], signal: AbortSignal): Promise<Undo | undefined>;
}

export interface Disposable {
  dispose(): void;
}

/** A way to reach devices; each follows its own kind. */
export interface DeviceProvider {
  readonly kind: DeviceRow['kind'];
  /** Calls the listener with all rows at once and again at each change, until disposed. A listener is never called after that. */
  watch(listener: (rows: readonly DeviceRow[]) => void): Disposable;
  /** The rows as they are now. */
  rows(signal: AbortSignal): Promise<readonly DeviceRow[]>;
  /** Starts the device of a row that `canBoot`, and waits until apps can be started on it. Throws `LaglensError`. */
  boot?(id: string, options: BootOptions): Promise<void>;
  /** The device of a row. Throws `LaglensError` when it is not there or cannot be used. */
  open(id: string, signal: AbortSignal): Promise<Device>;
}
