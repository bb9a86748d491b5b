import type { SessionModel } from '../../../../core/session/model/model.ts';

/** Wall clock of session time 0, microseconds since 1970; 0 if unknown. */
export function wallStartUs(model: SessionModel): number {
  const first = model.runs[0];
  if (first?.hello === undefined || first.originUs === undefined) return 0;
  return Math.round(Math.max(0, first.hello.wallUs - (first.hello.monoUs - first.originUs)));
}
