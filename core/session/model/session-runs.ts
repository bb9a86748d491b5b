import type { Message } from '../../wire/schema.ts';
import { MOST_CAPABILITIES } from '../limits/model-limits.ts';
import type { SessionBudgets } from '../limits/session-budgets.ts';
import { fittedTexts } from '../limits/text-length.ts';
import { Run } from './run.ts';

/** Beyond it, an agent clock belongs to another device, or a restart. */
const CLOCK_TOLERANCE_US = 60e6;

/**
 * Agent time of session time 0 in a run. Processes of a device share a monotonic clock. After a restart, or on another device, the wall
 * clock places the run after known times.
 */
function originOf(hello: Message<'hello'>, runs: readonly Run[], nowUs: number): number {
  const before = runs.findLast((run) => run.originUs !== undefined)?.originUs;
  if (before === undefined) return hello.monoUs;
  const byClockUs = hello.monoUs - before;
  const first = runs.find((run) => run.hello !== undefined)?.hello;
  const byWallUs = first === undefined ? byClockUs : hello.wallUs - first.wallUs;
  if (byClockUs >= nowUs && byClockUs <= Math.max(byWallUs, nowUs) + CLOCK_TOLERANCE_US) return before;
  return hello.monoUs - Math.max(byWallUs, nowUs);
}

/** A session's runs in sequence, and its clock. */
export class SessionRuns {
  readonly all: Run[] = [];
  nowUs = 0;
  #current: Run | undefined;
  readonly #budgets: SessionBudgets;

  constructor(budgets: (time: SessionRuns) => SessionBudgets) {
    this.#budgets = budgets(this);
  }

  get budgets(): SessionBudgets {
    return this.#budgets;
  }

  get current(): Run | undefined {
    return this.#current;
  }

  get lasting(): Run | undefined {
    return this.#current !== undefined && this.#current.endUs < 0 ? this.#current : undefined;
  }

  /** A run's first hello sets its clock; later ones restore the link. False beyond the bound of runs. */
  hello(message: Message<'hello'>): boolean {
    const run = this.lasting ?? this.#add(undefined);
    this.#current = run;
    if (run === undefined) return false;
    if (run.hello !== undefined) run.breakLink('');
    run.originUs ??= originOf(message, this.all, this.nowUs);
    const atUs = this.seenUs(run, message.monoUs);
    if (run.hello === undefined) run.beginUs = atUs;
    this.#keepHello(run, message);
    return true;
  }

  /** A kept hello replaces the one before. */
  #keepHello(run: Run, message: Message<'hello'>): void {
    const { capabilities, letters } = this.#budgets;
    capabilities.gives(run.capabilities.length);
    const first = message.capabilities.slice(0, MOST_CAPABILITIES);
    const left = message.capabilities.length - first.length;
    if (left > 0) capabilities.leaveOut(left);
    run.hello = fittedTexts({ ...message, capabilities: capabilities.takes(first.length) ? first : [] }, letters);
  }

  /** Repeated in each chunk; only another run is news. False beyond the bound of runs. */
  process(message: Message<'process'>): boolean {
    if (this.#current?.process?.run === message.run) return true;
    this.#current?.end(this.#current.nowUs, '');
    this.#current = this.#add(fittedTexts(message, this.#budgets.letters));
    return this.#current !== undefined;
  }

  /** The link works up to here. */
  seenUs(run: Run, agentUs: number): number {
    const atUs = this.atUs(run, agentUs);
    run.seen(atUs);
    if (atUs > this.nowUs) this.nowUs = atUs;
    if (run.isBroken) run.mendLink(atUs);
    return atUs;
  }

  /**
   * Session time of an agent time. A run whose hello was lost begins with its first time. Clocks at the protocol's limits map to the last
   * whole number.
   */
  atUs(run: Run, agentUs: number): number {
    run.originUs ??= this.all.findLast((other) => other.originUs !== undefined)?.originUs ?? agentUs;
    return Math.min(Math.max(0, agentUs - run.originUs), Number.MAX_SAFE_INTEGER);
  }

  #add(process: Message<'process'> | undefined): Run | undefined {
    if (!this.#budgets.runs.takes()) return undefined;
    const run = new Run(this.all.length, process, this.#budgets);
    run.beginUs = this.nowUs;
    run.nowUs = this.nowUs;
    this.all.push(run);
    return run;
  }
}
