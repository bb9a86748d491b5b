import type { Cause } from '../../core/analysis/causes/facts/cause.ts';
import { causeOf } from '../../core/analysis/causes/rules.ts';
import { appClassPredicate } from '../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import { causeText } from '../../core/analysis/report/cause-text.ts';
import type { Message } from '../../core/wire/schema.ts';
import { AnalyzedApp } from './analyzed-app.ts';

export interface JudgedLag {
  readonly cause: Cause;
  /** In English. */
  readonly text: string;
}

/** The cause of each lag of a session, with its sentence; `com.example` is the app's own. */
export function causesOf(messages: readonly Message[]): readonly JudgedLag[] {
  const { model, detector } = new AnalyzedApp().replay(messages);
  const app = new AppMethods(model, appClassPredicate({ packages: [], prefixes: ['com.example'] }));
  return detector.lags.map((lag) => {
    const cause = causeOf(model, lag, app);
    return { cause, text: causeText(cause) };
  });
}
