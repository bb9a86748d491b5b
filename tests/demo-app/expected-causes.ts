/** What a cause must say about a kind of lag. */
export interface ExpectedCause {
  /** Names of rules (core/analysis/causes), each of them right. */
  readonly rules: readonly string[];
  /** Thread that held what main waited for, or ended its wait; the cause names it. */
  readonly owner?: string;
}

const busy: ExpectedCause = { rules: ['busy'] };

/** By kind; the demo app for Android. */
export const androidCauses: Readonly<Record<string, ExpectedCause>> = {
  start: busy,
  busy,
  lock: { rules: ['lock'], owner: 'bg-db' },
  // Its pages are in memory: reading them again is computing, with files.
  file: { rules: ['disk', 'file', 'busy'] },
  network: { rules: ['network'] },
  sleep: { rules: ['sleep'] },
  frame: busy,
  recursion: busy,
  storm: { rules: ['storm'] },
  // Between collections it makes garbage.
  gc: { rules: ['garbage', 'busy'] },
  idle: busy,
  input: busy,
  launch: busy,
  inline: busy,
  lambda: busy,
  coroutine: busy,
  future: { rules: ['objectWait'], owner: 'delivery' },
  outline: busy,
  notify: { rules: ['objectWait'], owner: 'price-feed' },
  latch: { rules: ['objectWait'], owner: 'uploader' },
  readwrite: { rules: ['objectWait'], owner: 'bg-sync' },
  cores: { rules: ['noCore'] },
  binder: { rules: ['binder'] },
  preferences: { rules: ['preferencesCommit'] },
  library: { rules: ['library'] },
  classes: { rules: ['classes'] },
  // Their threads are in the app's own log.
  chain: { rules: ['lock'] },
  deadlock: { rules: ['deadlock'] },
};

/** As `androidCauses`; the demo app for iOS. */
export const iosCauses: Readonly<Record<string, ExpectedCause>> = {
  busy,
  lock: { rules: ['blockingCall'], owner: 'cart-sync' },
  unfair: { rules: ['blockingCall'], owner: 'cart-sync' },
  // Reading what is in memory is a call of the system and work.
  file: { rules: ['blockingCall', 'busy'] },
  recursion: busy,
  tail: busy,
  deep: busy,
  storm: { rules: ['storm', 'busy'] },
  sync: { rules: ['blockingCall'] },
  semaphore: { rules: ['blockingCall'] },
  group: { rules: ['blockingCall'] },
  sleep: { rules: ['blockingCall', 'sleep'] },
  readwrite: { rules: ['blockingCall'], owner: 'stock-count' },
  // Who will signal is unknown until then.
  condition: { rules: ['blockingCall'] },
  chain: { rules: ['blockingCall'] },
  deadlock: { rules: ['deadlock'] },
};

const computing: ReadonlySet<string> = new Set(['busy', 'storm', 'classes']);
/** Below this share of a computation's time on CPU, the missing core is a cause, too. */
const OWN_CORE_SHARE = 0.6;
/** Below this one it is the only cause. */
const NO_CORE_SHARE = 0.4;

/** The rules that are right for one lag: a computation that lacked a core by main's CPU clock has that cause. */
export function rightRules({ rules }: ExpectedCause, cpuShare: number | undefined): readonly string[] {
  if (cpuShare === undefined || cpuShare >= OWN_CORE_SHARE || !rules.some((rule) => computing.has(rule))) return rules;
  // Others explain time off CPU, too.
  const isAlone = rules.length === 1 && rules[0] === 'busy';
  return isAlone && cpuShare < NO_CORE_SHARE ? ['noCore'] : [...rules, 'noCore'];
}
