/** A report of a person's own device: which of Laglens' facts hold there. */
export const REPORT_VERSION = 1;

export const reportKinds = ['android', 'ios'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const answers = ['true', 'false', 'untried'] as const;
export type Answer = (typeof answers)[number];

export const hostSystems = ['linux', 'darwin', 'win32', 'other'] as const;

/** Part of a cleaned observation: printable ASCII, within `reportLimits`. */
export type SeenValue = number | boolean | string | readonly string[];
/** A cleaned observation. `lines` are outlines of output: words outside of the platform's are `name`, digits are 1. */
export type Seen = Readonly<Record<string, SeenValue>>;

/** Why an answer is what it is; `true` and `false` have reasons of their own. */
export const reasons = {
  held: 'as expected',
  differs: 'other than expected',
  version: 'not part of this version of the system',
  'no-app': 'needs a debuggable app: name one with --app',
  'no-capture': 'needs a capture of an app',
  'no-sample': 'needs the sample app and its log',
  'not-art': 'the app does not run on Android’s runtime, as in tests',
  'no-record': 'the device has no such record at the moment',
  'not-permitted': 'the device does not permit the question',
  'timed-out': 'no answer in time',
  'too-long': 'the answer is too long',
  'device-lost': 'the device went away',
  interrupted: 'interrupted',
  failed: 'the probe failed',
  'needs-mac': 'Mac needed',
  'not-set-up': 'this computer is not set up for it',
  'needs-person': 'needs a person at the device',
  'not-there': 'the device has no such file or program',
} as const;
export type Reason = keyof typeof reasons;
export const reasonNames: readonly Reason[] = Object.keys(reasons).filter((name): name is Reason => Object.hasOwn(reasons, name));

export interface FactResult {
  /** Such as `android.run-as.debuggable`; stable, never reused. */
  readonly id: string;
  readonly answer: Answer;
  readonly reason: Reason;
  readonly ms: number;
  readonly seen: Seen;
}

export const tracedStates = ['running', 'stopped', 'absent'] as const;

/** Absent members are unknown. */
export interface FieldDevice {
  /** `Google`, `Apple`. */
  readonly vendor?: string | undefined;
  readonly model?: string | undefined;
  /** Version of the system: `14`, `17.4`. */
  readonly system?: string | undefined;
  /** Android's API level. */
  readonly api?: number | undefined;
  /** `5.10.157-android13`, without the build's name. */
  readonly kernel?: string | undefined;
  /** Preferred ones first. */
  readonly abis: readonly string[];
  readonly pageSize?: number | undefined;
  /** Security's: `2026-03-05`. */
  readonly patch?: string | undefined;
  /** Android's runtime: `ART 2.1.0`, module `351010000`. */
  readonly runtime?: string | undefined;
  /** adb's server: `41` of 1.0.41. */
  readonly adbServer?: number | undefined;
  readonly adbFeatures: readonly string[];
  readonly traced?: (typeof tracedStates)[number] | undefined;
  readonly debuggableApps?: number | undefined;
  readonly profileableApps?: number | undefined;
}

/** A lag that the sample app measured by itself. */
export interface FieldLag {
  /** The sample's own name of it: `sleep`. */
  readonly name: string;
  readonly truthMs: number;
  /** Length of the lag that Laglens found at that time; absent without one. */
  readonly foundMs?: number | undefined;
  /** `CauseKind` of the lag found. */
  readonly cause?: string | undefined;
}

export interface FieldCapture {
  /** An own app has no truth, and is not named. */
  readonly app: 'sample' | 'own';
  readonly launched: boolean;
  readonly seconds: number;
  readonly attachMs?: number | undefined;
  readonly firstSampleMs?: number | undefined;
  readonly agentVersion: string;
  readonly lags: readonly FieldLag[];
  /** Lags found beside those of the truth. */
  readonly otherLags: number;
  readonly cost: {
    /** The agent's threads, in percent of one core. */
    readonly cpuPercent?: number | undefined;
    /** One sample of main. */
    readonly sampleUs?: number | undefined;
    /** Samples that the agent dropped. */
    readonly dropped: number;
    readonly bytesPerSecond: number;
  };
}

export interface FieldReport {
  readonly laglensFieldReport: typeof REPORT_VERSION;
  /** Version of Laglens. */
  readonly laglens: string;
  readonly kind: ReportKind;
  /** UTC: `2026-03-01`. */
  readonly day: string;
  readonly host: { readonly system: (typeof hostSystems)[number]; readonly node: string };
  readonly device: FieldDevice;
  readonly facts: readonly FactResult[];
  readonly capture?: FieldCapture | undefined;
}

/** Most characters, entries and values of a report. */
export const reportLimits = {
  file: 512 * 1024,
  facts: 400,
  id: 80,
  text: 80,
  features: 64,
  seenKeys: 24,
  seenText: 200,
  seenLines: 24,
  lags: 64,
  number: 2 ** 48,
} as const;

/** A fact's parts are words; the first is the report's kind. */
export const factIdPattern = /^(?:android|ios)(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){2}$/;

export function countAnswers({ facts }: Pick<FieldReport, 'facts'>): Readonly<Record<Answer, number>> {
  const count = (answer: Answer): number => facts.filter((each) => each.answer === answer).length;
  return { true: count('true'), false: count('false'), untried: count('untried') };
}

/** As one file: two spaces, a line end. */
export function reportJson(report: FieldReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
