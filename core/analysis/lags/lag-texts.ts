import type { LagKind } from './lag.ts';

/** Causes in English, for all views; they may translate them. */
export const lagTexts = {
  kindMessage: 'one message',
  kindStorm: 'burst of messages',
  kindIdleHandler: 'idle handler',
  kindInput: 'input',
  kindNativeWork: 'native work in the looper',
  kindTurn: 'one turn of the run loop',
  kindTurns: 'burst of run-loop turns',
  kindLaunch: 'launch took {0}',
  kindCpu: 'most of all cores busy for {0}',
  kindPower: 'a core busy for {0}: drains the battery',
  kindMemory: 'high memory use for {0}',
  kindGrowth: 'memory grew fast for {0}',
  kindFrames: '{0} frames dropped while scrolling',
  inFront: 'on {0}',
  queued: 'waited {0} in the queue',
  queuedInput: 'waited {0} in the queue, an ANR if it was input',
  queuedBroadcast: 'broadcast waited {0} in the queue, an ANR from 10 s',
  queuedService: 'service waited {0} in the queue, an ANR from 20 s',
  anrBroadcast: 'broadcast took {0} with its time in the queue: past Android’s limit of {1}, an ANR',
  anrService: 'service took {0} with its time in the queue: past Android’s limit of {1}, an ANR',
  pagesRead: 'page faults that read storage: {0}',
  allocated: 'allocated {0} on main, {1} in all threads',
  noCulprit: 'no app code (system only)',
  /** Label of a stutter. */
  noLongFunction: 'nothing long on main',
  nativeCulprit: 'native code, without a Java frame',
} as const;

/** States of a thread in English, one word each in all views; they may translate them. */
export const stateTexts = {
  busy: 'busy',
  blocked: 'blocked',
  ready: 'no core free',
  unknown: 'unknown',
  garbage: 'garbage collection',
  deviceBusy: 'The device was busy: main got {0} of a core while it had work.',
} as const;

export const kindTexts = {
  message: 'kindMessage',
  storm: 'kindStorm',
  idleHandler: 'kindIdleHandler',
  input: 'kindInput',
  nativeWork: 'kindNativeWork',
  turn: 'kindTurn',
  turns: 'kindTurns',
  launch: 'kindLaunch',
  cpu: 'kindCpu',
  power: 'kindPower',
  memory: 'kindMemory',
  growth: 'kindGrowth',
  frames: 'kindFrames',
} as const satisfies Readonly<Record<LagKind, keyof typeof lagTexts>>;
