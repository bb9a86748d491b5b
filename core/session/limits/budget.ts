/** Tells what time it is in a session. */
export interface SessionTime {
  /** Session time of the last thing known. */
  readonly nowUs: number;
}

/** A budget that ended: enough for one sentence to a person. */
export interface BudgetEnd<Name extends string = string> {
  readonly name: Name;
  /** How many there may be. */
  readonly limit: number;
  /** Session time at which something was left out for the first time. */
  readonly atUs: number;
  /** How many were left out so far. */
  readonly leftOut: number;
}

/** Counts one kind of thing that a file or a peer makes us hold or do. It remembers when it ended and how much was left out. */
export class Budget {
  readonly limit: number;
  readonly #time: SessionTime;
  readonly #pool: Budget | undefined;
  readonly #share: number;
  #used = 0;
  #leftOut = 0;
  #endedUs = 0;

  /**
   * @param pool what this one draws from, beside others
   * @param share of the pool that one takes, as bytes
   */
  constructor(limit: number, time: SessionTime, pool?: Budget, share = 0) {
    this.limit = limit;
    this.#time = time;
    this.#pool = pool;
    this.#share = share;
  }

  get used(): number {
    return this.#used;
  }

  /** How many were left out so far. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Session time at which something was left out for the first time. */
  get endedUs(): number {
    return this.#endedUs;
  }

  /** True when so many more fit, which then count as used; false when they are left out. */
  takes(count = 1): boolean {
    if (this.#used + count > this.limit || this.#pool?.takes(count * this.#share) === false) {
      this.leaveOut(count);
      return false;
    }
    this.#used += count;
    return true;
  }

  /** Counts what is held already: its owner lets go of older ones when `isOver`. */
  adds(count: number): void {
    this.#used += count;
    this.#pool?.adds(count * this.#share);
  }

  /** More is held than may be. */
  get isOver(): boolean {
    return this.#used > this.limit;
  }

  /** What was taken is no longer held. */
  gives(count: number): void {
    this.#used -= count;
    this.#pool?.gives(count * this.#share);
  }

  /** Counts as left out what its owner knows not to fit. */
  leaveOut(count = 1): void {
    if (this.#leftOut === 0) this.#endedUs = this.#time.nowUs;
    this.#leftOut += count;
  }
}

/** One budget per line of a table of limits. */
export type Budgets<Name extends string> = Readonly<Record<Name, Budget>>;

/** What a budget draws from, and how much of that one takes. */
export interface Drawn {
  readonly pool: Budget;
  readonly share: number;
}

/** Fresh budgets for a table of limits. */
export function budgetsOf<Name extends string>(
  limits: Readonly<Record<Name, number>>,
  time: SessionTime,
  drawn: (name: Name) => Drawn | undefined = () => undefined,
): Budgets<Name> {
  const names = Object.keys(limits) as Name[];
  const budgets = names.map((name) => {
    const from = drawn(name);
    return [name, new Budget(limits[name], time, from?.pool, from?.share)];
  });
  // Object.fromEntries forgets the names; they are those of the table.
  return Object.fromEntries(budgets) as Budgets<Name>;
}

/** The budgets that ended, the earliest first. */
export function endedBudgets<Name extends string>(budgets: Budgets<Name>): readonly BudgetEnd<Name>[] {
  const names = Object.keys(budgets) as Name[];
  return names
    .filter((name) => budgets[name].leftOut > 0)
    .map((name) => ({ name, limit: budgets[name].limit, atUs: budgets[name].endedUs, leftOut: budgets[name].leftOut }))
    .sort((a, b) => a.atUs - b.atUs);
}
