import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { SessionModel } from '../../core/session/model/model.ts';
import type { LiveSession } from './live/live-session.ts';

/** The parts of VS Code for one item of the status bar. */
const editor = `data:text/javascript,
  export const window = { createStatusBarItem: () => globalThis.statusBarItem };
  export const StatusBarAlignment = {};
  export class ThemeColor {}
  export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d)\\}/g, (_, at) => values[at]) };`;
const item = { text: '', show: () => undefined, dispose: () => undefined };
Object.assign(globalThis, { statusBarItem: item });
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});

test('the status bar’s clock is the one that the page is sent, and not what has come since', async (t) => {
  const { StatusItem } = await import('./status-item.ts');
  const changes: (() => void)[] = [];
  const phase = { phase: 'recording', detail: 'shop', recordedS: 0 } as const;
  const session: Pick<LiveSession, 'phase' | 'model' | 'lags' | 'lagCount' | 'onDidChange'> = {
    phase,
    model: new SessionModel(),
    lags: [],
    lagCount: 0,
    onDidChange: (listener) => {
      changes.push(() => listener());
      return { dispose: () => undefined };
    },
  };
  const shown = new StatusItem('Shop', session, () => 0);
  t.after(() => shown.dispose());
  assert.equal(item.text, '$(record) Shop 0:00 · 0 lags');
  session.model.apply({ type: 'tick', atUs: 5_900_000, rounds: 1 });
  Object.assign(session, { phase: { ...phase, recordedS: 64 } });
  for (const change of changes) change();
  assert.equal(item.text, '$(record) Shop 1:04 · 0 lags');
});
