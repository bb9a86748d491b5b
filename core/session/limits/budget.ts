export interface SessionTime {
  readonly nowUs: number;
}

export interface BudgetEnd<Name extends string = string> {
  readonly name: Name;
  readonly limit: number;
  /** Session time of the first loss. */
  readonly atUs: number;
  readonly leftOut: number;
}

/** Counts one kind of item that a file or peer makes us hold or do. */
export class Budget {
  readonly limit: number;
  readonly #time: SessionTime;
  readonly #pool: Budget | undefined;
  readonly #share: number;
  #used = 0;
  #leftOut = 0;
  #endedUs = 0;

  /**
   * @param pool shared by several budgets
   * @param share of the pool per item, as bytes
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

  get leftOut(): number {
    return this.#leftOut;
  }

  /** Session time of the first loss. */
  get endedUs(): number {
    return this.#endedUs;
  }

  /** True when they fit, and then counts them. */
  takes(count = 1): boolean {
    if (this.#used + count > this.limit || this.#pool?.takes(count * this.#share) === false) {
      this.leaveOut(count);
      return false;
    }
    this.#used += count;
    return true;
  }

  /** Counts items already held; their owner drops older ones if `isOver`. */
  adds(count: number): void {
    this.#used += count;
    this.#pool?.adds(count * this.#share);
  }

  /** More is held than allowed. */
  get isOver(): boolean {
    return this.#used > this.limit;
  }

  gives(count: number): void {
    this.#used -= count;
    this.#pool?.gives(count * this.#share);
  }

  leaveOut(count = 1): void {
    if (this.#leftOut === 0) this.#endedUs = this.#time.nowUs;
    this.#leftOut += count;
  }
}

export type Budgets<Name extends string> = Readonly<Record<Name, Budget>>;

/** A pool, and the share per item. */
interface Drawn {
  readonly pool: Budget;
  readonly share: number;
}

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
  // Object.fromEntries loses the names, which are the table's.
  return Object.fromEntries(budgets) as Budgets<Name>;
}

/** Earliest first. */
export function endedBudgets<Name extends string>(budgets: Budgets<Name>): readonly BudgetEnd<Name>[] {
  const names = Object.keys(budgets) as Name[];
  return names
    .filter((name) => budgets[name].leftOut > 0)
    .map((name) => ({ name, limit: budgets[name].limit, atUs: budgets[name].endedUs, leftOut: budgets[name].leftOut }))
    .sort((a, b) => a.atUs - b.atUs);
}
