import { Budget, type BudgetEnd, type Budgets, budgetsOf, endedBudgets, type SessionTime } from './budget.ts';
import { heldBytes, type LimitName, type Limits, limits } from './model-limits.ts';

export type SessionBudgets = Budgets<LimitName>;
export type SessionBudgetEnd = BudgetEnd<LimitName>;

/** They share `bytes`. Tests pass smaller limits. */
export function sessionBudgets(time: SessionTime, changed: Partial<Limits> = {}): SessionBudgets {
  const all: Limits = { ...limits, ...changed };
  const bytes = new Budget(all.bytes, time);
  return { ...budgetsOf(all, time, (name) => ({ pool: bytes, share: heldBytes[name] ?? 0 })), bytes };
}

/** Earliest first. */
export function sessionBudgetEnds(budgets: SessionBudgets): readonly SessionBudgetEnd[] {
  return endedBudgets(budgets);
}
