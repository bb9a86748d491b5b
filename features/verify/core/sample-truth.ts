/** A lag by the sample app's own clock and words. */
export interface SampleLag {
  readonly kind: SampleKind;
  /** CLOCK_MONOTONIC. After 104 days without a restart the last digits are rounded. */
  readonly beginNs: number;
  readonly endNs: number;
  /** Name of the thread that lagged. */
  readonly thread: string;
  /** `class.method:line` of the app's innermost frame meanwhile. */
  readonly place: string;
  /** Who kept it waiting. */
  readonly holder?: { readonly thread: string; readonly place: string };
}

/** In the order of `device-agents/sample-app`'s schedule, whose last two begin late or are left out. */
export const sampleKinds = ['busy', 'sleep', 'lock', 'frame', 'gc', 'file', 'binder'] as const;
export type SampleKind = (typeof sampleKinds)[number];

/** The newest schedule of the sample app, as far as the log has it. */
export interface SampleTruth {
  readonly lags: readonly SampleLag[];
  /** Kinds that the app could not play, such as `file` without room. */
  readonly failed: readonly SampleKind[];
  readonly ended: boolean;
}

const MOST_CHARACTERS = 2_000;
const MOST_LAGS = 200;
const threadName = /^[^\p{Cc}]{1,64}$/u;
const placeText = /^[\w.$]{1,200}:\d{1,6}$/;

/** Reads the lines of tag `LaglensSample` from `logcat -v raw`; other and damaged lines are left out. Bounded. */
export function parseSampleTruth(log: string): SampleTruth {
  let run: unknown;
  let lags: SampleLag[] = [];
  let failed = new Set<SampleKind>();
  let ended = false;
  for (const line of log.split('\n')) {
    const fields = fieldsOf(line);
    if (fields === undefined) continue;
    if (fields.event === 'begin') {
      run = fields.run;
      lags = [];
      failed = new Set();
      ended = false;
    }
    if (fields.run !== run) continue;
    if (fields.event === 'end') ended = true;
    if (fields.event === 'failed' && isKind(fields.kind)) failed.add(fields.kind);
    const lag = fields.event === 'lag' ? lagOf(fields) : undefined;
    if (lag !== undefined && lags.length < MOST_LAGS) lags.push(lag);
  }
  return { lags, failed: [...failed], ended };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(line: string): Fields | undefined {
  if (line.length > MOST_CHARACTERS || !line.startsWith('{"laglensSample":1,')) return undefined;
  try {
    return Object(JSON.parse(line));
  } catch {
    // A cut or foreign line.
    return undefined;
  }
}

function lagOf({ kind, beginNs, endNs, thread, place, holder, holderPlace }: Fields): SampleLag | undefined {
  if (!isKind(kind) || !isTime(beginNs) || !isTime(endNs) || endNs < beginNs) return undefined;
  if (!isText(thread, threadName) || !isText(place, placeText)) return undefined;
  const isHeld = isText(holder, threadName) && isText(holderPlace, placeText);
  return { kind, beginNs, endNs, thread, place, ...(isHeld && { holder: { thread: holder, place: holderPlace } }) };
}

function isKind(value: unknown): value is SampleKind {
  return sampleKinds.some((kind) => kind === value);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isText(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value);
}
