import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import type { CaptureEvents } from '../../host/capture/capture-state.ts';

/** What of VS Code a capture's session calls. */
const editor = `data:text/javascript,
  export class EventEmitter { event = () => ({ dispose() {} }); fire() {} dispose() {} }
  export const Uri = { file: (path) => ({ scheme: 'file', fsPath: path }) };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});

test('a capture is a file that a link can lead to once it has ended, and none while it goes on or when only its journal is left', async () => {
  const { LiveSession } = await import('./live-session.ts');
  const ended = (path: string | undefined): readonly (string | undefined)[] => {
    const nothing = (): void => {};
    const unused = (): never => {
      throw new Error('Nobody asked for that.');
    };
    const session = new LiveSession({
      path: '/sessions/shop.laglens',
      title: 'shop',
      thresholdUs: 100_000,
      mark: nothing,
      stop: nothing,
      save: unused,
      naming: { start: unused, keeps: unused, failed: unused },
    });
    const capture = new EventEmitter<CaptureEvents>();
    session.follow(capture);
    const during = session.uri?.fsPath;
    capture.emit('state', { kind: 'ended', path, problem: undefined });
    return [during, session.uri?.fsPath];
  };
  assert.deepEqual(ended('/sessions/shop.laglens'), [undefined, '/sessions/shop.laglens']);
  assert.deepEqual(ended('/sessions/shop.laglens.journal'), [undefined, undefined]);
  assert.deepEqual(ended(undefined), [undefined, undefined]);
});
