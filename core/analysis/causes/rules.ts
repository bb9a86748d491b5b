import type { SessionModel } from '../../session/model/model.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import type { Lag } from '../lags/lag.ts';
import { withAnr } from './anr.ts';
import { blockingCallRule } from './blocking-call.ts';
import { busyRule } from './busy.ts';
import { classInitRule } from './class-init.ts';
import { deadlockRule } from './deadlock.ts';
import type { Cause } from './facts/cause.ts';
import { CauseFacts, type CauseRule } from './facts/cause-facts.ts';
import { garbageRule } from './garbage.ts';
import { lateFramesRule } from './late-frames.ts';
import { afterLaunch } from './launch.ts';
import { loadRule } from './load.ts';
import { lockRule } from './lock.ts';
import { namedWaitRule } from './named-wait.ts';
import { noCoreRule } from './no-core.ts';
import { objectWaitRule } from './object-wait.ts';
import { sleepRule } from './sleep.ts';
import { stormRule } from './storm.ts';
import { unknownRule } from './unknown.ts';
import { waitRule } from './wait.ts';

/**
 * They name an object, a place or a kind of lag, so they also explain a smaller part of the same state. The narrower ones are first, as
 * several may explain the same time.
 */
const precise: readonly CauseRule[] = [
  deadlockRule,
  loadRule,
  lateFramesRule,
  namedWaitRule,
  sleepRule,
  lockRule,
  blockingCallRule,
  objectWaitRule,
  classInitRule,
  stormRule,
];

/** They explain the rest of a state. */
const general: readonly CauseRule[] = [garbageRule, noCoreRule, busyRule, waitRule];

/** A precise cause needs this share of the time that a general one explains. */
const PRECISE_SHARE = 0.5;
/** A narrower cause needs this share of the time of a wider one: samples are less exact than events. */
const NARROW_SHARE = 0.8;

/** The rule that explains the most time. */
export function causeOf(model: SessionModel, lag: Lag, app: AppMethods): Cause {
  const facts = new CauseFacts(model, lag, app);
  const cause = winner(foundBy(precise, facts), foundBy(general, facts), unknownRule.find(facts));
  return withAnr(afterLaunch(cause, facts), facts);
}

/** The sentence has the awaited object and its holder. */
export function namesItsWait({ rule }: Cause): boolean {
  return rule === 'lock' || rule === 'blockingCall' || rule === 'objectWait' || rule === 'deadlock';
}

function winner(exact: readonly Cause[], rest: readonly Cause[], unknown: Cause): Cause {
  const most = mostOf([...exact, ...rest]);
  if (most === undefined || most.explainedUs < unknown.explainedUs) return unknown;
  const rivals = exact.filter(({ state }) => state === most.state);
  const exactUs = mostOf(rivals)?.explainedUs ?? 0;
  if (exactUs < PRECISE_SHARE * most.explainedUs) return most;
  return rivals.find(({ explainedUs }) => explainedUs > 0 && explainedUs >= NARROW_SHARE * exactUs) ?? most;
}

function foundBy(rules: readonly CauseRule[], facts: CauseFacts): readonly Cause[] {
  return rules.flatMap((rule) => rule.find(facts) ?? []);
}

function mostOf(causes: readonly Cause[]): Cause | undefined {
  return causes.reduce<Cause | undefined>((most, cause) => (cause.explainedUs > (most?.explainedUs ?? 0) ? cause : most), undefined);
}
