import { Budget, type BudgetEnd, type Budgets, budgetsOf, endedBudgets, type SessionTime } from './budget.ts';
import { heldBytes, type LimitName, type Limits, limits } from './model-limits.ts';

/** What a model takes, counted where it is made. */
export type SessionBudgets = Budgets<LimitName>;
export type SessionBudgetEnd = BudgetEnd<LimitName>;

/** Fresh budgets of one model; all draw from `bytes`. Tests give smaller limits. */
export function sessionBudgets(time: SessionTime, changed: Partial<Limits> = {}): SessionBudgets {
  const all: Limits = { ...limits, ...changed };
  const bytes = new Budget(all.bytes, time);
  return { ...budgetsOf(all, time, (name) => ({ pool: bytes, share: heldBytes[name] ?? 0 })), bytes };
}

/** The budgets of a model that ended, the earliest first. */
export function sessionBudgetEnds(budgets: SessionBudgets): readonly SessionBudgetEnd[] {
  return endedBudgets(budgets);
}
