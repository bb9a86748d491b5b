import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../../core/analysis/lags/app-limits.ts';
import type { StreamPiece } from '../../../core/session/file/stream-position.ts';
import type { Message } from '../../../core/wire/schema.ts';
import type { CaptureEvents } from '../../../host/capture/capture-state.ts';
import { streamBytes } from '../../../tests/core/memory-session.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import type { FileSymbolication } from '../../page/file-session.ts';
import { RecordedSymbolication } from '../../sources/symbols/recorded-symbolication.ts';

/** The parts of VS Code for a capture's session. */
const editor = `data:text/javascript,
  export class EventEmitter {
    listeners = new Set();
    event = (listener) => (this.listeners.add(listener), { dispose: () => this.listeners.delete(listener) });
    fire(value) { for (const listener of this.listeners) listener(value); }
    dispose() {}
  }
  export const Uri = { file: (path) => ({ scheme: 'file', fsPath: path }) };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});

const nothing = (): void => {};
const unused = (): never => {
  throw new Error('Nobody asked for that.');
};

function pieceOf(messages: readonly Message[]): StreamPiece {
  return { messages, bytes: streamBytes(messages), timeUs: 1_000, node: 0 };
}

/** The session of a capture that the test plays. */
async function captured(naming: FileSymbolication = { start: unused, keeps: unused, failed: unused }) {
  const { LiveSession } = await import('./live-session.ts');
  const session = new LiveSession({
    path: '/sessions/shop.laglens',
    title: 'shop',
    thresholdUs: 100_000,
    limits: DEFAULT_LIMITS,
    mark: nothing,
    stop: nothing,
    save: unused,
    keptSessions: () => 20,
    naming,
  });
  const capture = new EventEmitter<CaptureEvents>();
  session.follow(capture);
  return { session, capture };
}

test('a capture is a file that a link can lead to once it has ended, and none while it goes on or when only its journal is left', async () => {
  const ended = async (path: string | undefined): Promise<readonly (string | undefined)[]> => {
    const { session, capture } = await captured();
    const during = session.uri?.fsPath;
    capture.emit('state', { kind: 'ended', path, problem: undefined });
    return [during, session.uri?.fsPath];
  };
  assert.deepEqual(await ended('/sessions/shop.laglens'), [undefined, '/sessions/shop.laglens']);
  assert.deepEqual(await ended('/sessions/shop.laglens.journal'), [undefined, undefined]);
  assert.deepEqual(await ended(undefined), [undefined, undefined]);
});

test('a stopped capture is reported as saved once its file is complete, with how many sessions are kept', async () => {
  const kept = async (path: string | undefined): Promise<readonly (number | undefined)[]> => {
    const { session, capture } = await captured();
    const during = session.phase.keptSessions;
    capture.emit('state', { kind: 'ended', path, problem: undefined });
    return [during, session.phase.keptSessions];
  };
  assert.deepEqual(await kept('/sessions/shop.laglens'), [undefined, 20]);
  assert.deepEqual(await kept('/sessions/shop.laglens.journal'), [undefined, undefined]);
  assert.deepEqual(await kept(undefined), [undefined, undefined]);
});

test('what is shared of a capture that goes on is all that was recorded by then, and no more', async () => {
  const { session, capture } = await captured();
  const mark = (name: string) => ({ type: 'mark', name, atUs: 1_000 }) as const;
  const sent = (...names: readonly string[]): boolean => capture.emit('piece', pieceOf(names.map(mark)));
  sent('cart', 'checkout');
  const marks: unknown[] = [];
  for await (const messages of session.snapshot(new AbortController().signal)) {
    // Comes while the snapshot is read.
    if (marks.length === 0) sent('too late');
    marks.push(...messages);
  }
  assert.deepEqual(marks, [mark('cart'), mark('checkout')]);
});

/** Names of which none is found. */
function noNames(closed: () => void): RecordedSymbolication {
  return new RecordedSymbolication(() => ({
    take: async () => undefined,
    begin: nothing,
    settled: async () => undefined,
    failed: nothing,
    close: closed,
  }));
}

test('names that cannot be looked for after the end are reported, and may be asked for again', async () => {
  const failures: unknown[] = [];
  let closed = 0;
  const broken = (): RecordedSymbolication => {
    const names = noNames(() => closed++);
    names.read = async () => {
      throw new Error('no such names');
    };
    return names;
  };
  const { session, capture } = await captured({ start: broken, keeps: unused, failed: (error) => failures.push(error) });
  capture.emit('piece', pieceOf([{ type: 'mark', name: 'cart', atUs: 1_000 }]));
  capture.emit('state', { kind: 'ended', path: '/sessions/shop.laglens', problem: undefined });
  await session.nameAfterEnd();
  await session.nameAfterEnd();
  assert.deepEqual(failures.map(String), ['Error: no such names', 'Error: no such names']);
  assert.equal(closed, 2);
});

test('a session that another took the place of looks for names no more', async () => {
  let closed = 0;
  const { session, capture } = await captured({ start: () => noNames(() => closed++), keeps: unused, failed: unused });
  capture.emit('state', { kind: 'ended', path: '/sessions/shop.laglens', problem: undefined });
  const naming = session.nameAfterEnd();
  session.close();
  await naming;
  assert.equal(closed, 1);
  const later = session.nameAfterEnd();
  await later;
  assert.equal(closed, 1);
});

test('main’s message is announced once, with the tick that makes it a lag', async () => {
  const { session, capture } = await captured();
  const openedUs: number[] = [];
  let atUs = 0;
  session.onLagOpened(() => openedUs.push(atUs));
  const take = (...messages: readonly Message[]): boolean => capture.emit('piece', pieceOf(messages));
  const begin = (us: number): Message => ({ type: 'messageBegin', thread: 1, atUs: us, target: 0, callback: 0, what: 0 });
  const ticks = (...times: readonly number[]): void => {
    for (const us of times) {
      atUs = us;
      take({ type: 'tick', atUs: us, rounds: 1 });
    }
  };
  take(processMessage(0), helloMessage(1_000_000));
  take({ type: 'thread', thread: 1, tid: 7, name: 'main', group: 'main', flags: 1, atUs: 1_000_000, priority: 0 });
  take(begin(1_010_000));
  ticks(1_060_000, 1_110_000, 1_110_001, 1_160_000);
  take({ type: 'messageEnd', thread: 1, atUs: 1_170_000, target: 0, callback: 0, what: 0 }, begin(1_170_000));
  ticks(1_220_000, 1_271_000, 1_300_000);
  assert.deepEqual(openedUs, [1_110_001, 1_271_000]);
});

test('page and status bar have one clock: a change is announced with each whole second that was recorded, until the end', async () => {
  const { session, capture } = await captured();
  const announced: (number | undefined)[] = [];
  session.onDidChange(() => announced.push(session.phase.recordedS));
  const take = (...messages: readonly Message[]): boolean => capture.emit('piece', pieceOf(messages));
  take(processMessage(0), helloMessage(0));
  for (const atUs of [400_000, 999_999, 1_000_000, 1_600_000, 2_100_000, 2_900_000, 5_000_000]) take({ type: 'tick', atUs, rounds: 1 });
  assert.deepEqual(announced, [1, 2, 5]);
  // Between two announcements both read the same.
  take({ type: 'tick', atUs: 5_900_000, rounds: 1 });
  assert.equal(session.phase.recordedS, 5);
  capture.emit('state', { kind: 'ended', path: '/sessions/shop.laglens', problem: undefined });
  assert.equal(session.phase.recordedS, undefined);
});
