import type { SampleState } from '../import/import-facts.ts';
import { type SampleEnds, sampleEndUs } from '../import/sample-ends.ts';

/** Facts of a thread at one moment. Stacks: while it runs, and `off`, without the kernel's functions, while it waits. */
export type Moment =
  | { readonly kind: 'sample'; readonly atUs: number; readonly stack: number; readonly off: number; readonly countUs: number }
  /** A sample at the moment that the thread leaves its CPU. */
  | { readonly kind: 'leaving'; readonly atUs: number; readonly stack: number; readonly off: number }
  | { readonly kind: 'on'; readonly atUs: number }
  | { readonly kind: 'end'; readonly atUs: number }
  | { readonly kind: 'off'; readonly atUs: number; readonly stack: number; readonly state: SampleState | undefined };

export interface SampleRule {
  readonly ends: SampleEnds;
  /** Counts are the time on a CPU since the sample before. */
  readonly hasCounts: boolean;
  /** Times on and off the CPU were recorded. */
  readonly hasSwitches: boolean;
  /** A sample shows that the thread ran. */
  readonly isWork: boolean;
}

/** @param cpuUs undefined if unknown */
export type Spend = (beginUs: number, endUs: number, stack: number, state: SampleState | undefined, cpuUs: number | undefined) => void;

/** Moments of one thread, by time -> times in stacks. @param lastUs end of the recording */
export function threadTimes(moments: Iterable<Moment>, rule: SampleRule, lastUs: number, spend: Spend): void {
  if (rule.hasSwitches) switchedTimes(moments, rule, lastUs, spend);
  else if (rule.hasCounts) countedTimes(moments, rule, spend);
  else heldTimes(moments, rule, spend);
}

/**
 * Clocks count backwards: a sample's stack is that of the time since the sample before. Before a pause only the count is known. Between
 * two samples the thread may have lost its core, so CPU times are the counts; those of late timers go on into the next sample.
 */
function countedTimes(moments: Iterable<Moment>, { ends }: SampleRule, spend: Spend): void {
  let doneUs = Number.NEGATIVE_INFINITY;
  let owedUs = 0;
  for (const moment of moments) {
    if (moment.kind !== 'sample') continue;
    const { atUs, countUs } = moment;
    const isNear = atUs - doneUs <= ends.pauseUs;
    const beginUs = isNear ? Math.min(doneUs, atUs) : Math.max(doneUs, atUs - countUs);
    owedUs += countUs;
    const cpuUs = Math.min(owedUs, atUs - beginUs);
    owedUs -= cpuUs;
    spend(beginUs, atUs, moment.stack, undefined, cpuUs);
    doneUs = Math.max(doneUs, atUs);
  }
}

/** Without counts the shared rule for samples without a length. */
function heldTimes(moments: Iterable<Moment>, { ends, isWork }: SampleRule, spend: Spend): void {
  let last: { readonly atUs: number; readonly stack: number } | undefined;
  const end = (nextUs: number | undefined): void => {
    if (last === undefined) return;
    const endUs = sampleEndUs(last.atUs, nextUs, ends);
    spend(last.atUs, endUs, last.stack, undefined, isWork ? Math.min(endUs - last.atUs, ends.usualUs) : undefined);
  };
  for (const moment of moments) {
    if (moment.kind !== 'sample') continue;
    end(moment.atUs);
    last = moment;
  }
  end(undefined);
}

/** Between switches a thread is on its CPU, in the stack of the next sample, or off it, in the stack that it left in. */
function switchedTimes(moments: Iterable<Moment>, { ends, hasCounts }: SampleRule, lastUs: number, spend: Spend): void {
  let isOn: boolean | undefined;
  let fromUs = 0;
  let offStack = 0;
  let state: SampleState | undefined;
  const ran = (untilUs: number, stack: number, countUs: number): void => {
    // Before the first switch only the sample's own time is known.
    const beginUs = isOn === true ? fromUs : Math.max(fromUs, untilUs - countUs);
    if (stack !== 0 && untilUs > beginUs) spend(beginUs, untilUs, stack, undefined, untilUs - beginUs);
    fromUs = untilUs;
  };
  const waited = (untilUs: number): void => {
    if (offStack !== 0 && untilUs > fromUs) spend(fromUs, untilUs, offStack, state, 0);
  };
  for (const moment of moments) {
    const { atUs } = moment;
    if (moment.kind === 'on') {
      if (isOn === false) waited(atUs);
      [isOn, fromUs, offStack] = [true, atUs, 0];
    } else if (moment.kind === 'end') {
      [isOn, offStack] = [false, 0];
    } else if (moment.kind === 'off') {
      if (moment.stack !== 0) offStack = moment.stack;
      ran(atUs, offStack, 0);
      [isOn, state] = [false, moment.state];
    } else {
      const isLeaving = moment.kind === 'leaving';
      // The thread ran, so a switch before is lost, and the end of the wait with it.
      if (isOn === false && !isLeaving) isOn = undefined;
      if (isOn !== false) ran(atUs, moment.stack, isLeaving ? 0 : hasCounts ? moment.countUs : ends.usualUs);
      offStack = moment.off;
    }
  }
  // No switch follows: the thread stays off to the recording's end. Nothing shows that it still lacks a core: the switch to it may be lost.
  if (isOn === false && state !== 'ready') waited(lastUs);
}
