import type { SessionModel } from '../../session/model/model.ts';
import type { AppMethods } from '../frames/app-methods.ts';
import type { Lag } from '../lags/lag.ts';
import { blockingCallRule } from './blocking-call.ts';
import { busyRule } from './busy.ts';
import type { Cause } from './cause.ts';
import { CauseFacts, type CauseRule } from './cause-facts.ts';
import { garbageRule } from './garbage.ts';
import { lockRule } from './lock.ts';
import { noCoreRule } from './no-core.ts';
import { unknownRule } from './unknown.ts';

/** They name a place or an object, so they also explain a smaller part of the same state. */
const precise: readonly CauseRule[] = [lockRule, blockingCallRule];

/** They explain the rest of a state. */
const general: readonly CauseRule[] = [garbageRule, noCoreRule, busyRule];

/** A precise cause needs this share of the time that a general one explains. */
const PRECISE_SHARE = 0.5;

/** The rule that explains the most time; of equals the earlier one. */
export function causeOf(model: SessionModel, lag: Lag, app: AppMethods): Cause {
  const facts = new CauseFacts(model, lag, app);
  const exact = foundBy(precise, facts);
  const unknown = unknownRule.find(facts);
  const most = mostOf([...exact, ...foundBy(general, facts)]);
  if (most === undefined || most.explainedUs < unknown.explainedUs) return unknown;
  const rival = mostOf(exact.filter(({ state }) => state === most.state));
  return rival !== undefined && rival.explainedUs >= PRECISE_SHARE * most.explainedUs ? rival : most;
}

function foundBy(rules: readonly CauseRule[], facts: CauseFacts): readonly Cause[] {
  return rules.flatMap((rule) => rule.find(facts) ?? []);
}

function mostOf(causes: readonly Cause[]): Cause | undefined {
  return causes.reduce<Cause | undefined>((most, cause) => (cause.explainedUs > (most?.explainedUs ?? 0) ? cause : most), undefined);
}
