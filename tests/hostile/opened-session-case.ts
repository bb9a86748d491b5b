import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { FileSymbolication } from '../../extension/page/file-session.ts';
import { OpenFiles } from '../../extension/page/open-files.ts';
import { useEditorWindow } from '../extension/editor-window.ts';
import { HostWork } from './host-work.ts';

/** Outcome of a session opened in an editor beside a source. */
export interface OpenedOutcome {
  readonly rawBytes: number;
  /** Pieces decoded on this thread. */
  readonly decoded: number;
  /** Most chunks on their way to the session's thread at once. */
  readonly waiting: number;
  /** Others' turns meanwhile. */
  readonly turns: number;
  /** This thread's longest CPU milliseconds between two of them; only reported, as it depends on the computer. */
  readonly longestMs: number;
  /** Codes of the warnings on the page. */
  readonly warnings: readonly string[];
}

const appClasses = async () => ({ packages: [], prefixes: ['com.example.shop'] });
const nothing = (): void => undefined;
const builds = { places: [], native: async () => [], mappings: async () => [], onChange: () => nothing, locate: nothing, forget: nothing };

/** An extension host's work when a session's editor opens: the file goes to the page, names and line costs. */
export default async function open(path: string): Promise<OpenedOutcome> {
  useEditorWindow();
  const { FileSession } = await import('../../extension/page/file-session.ts');
  const { HeatSession } = await import('../../extension/heat/heat-session.ts');
  const { SymbolicationThread } = await import('../../extension/sources/symbols/names-thread.ts');
  const { RecordedSymbolication } = await import('../../extension/sources/symbols/recorded-symbolication.ts');
  const unasked = async (): Promise<never> => Promise.reject(new Error('No build is there to be asked about.'));
  const { SessionThread } = await import('../../extension/thread/session-thread.ts');
  let waiting = 0;
  const { ask } = SessionThread.prototype;
  SessionThread.prototype.ask = function (this: InstanceType<typeof SessionThread>, name, ...given) {
    const answer = ask.call(this, name, ...given);
    if (name === 'session.take') waiting = Math.max(waiting, this.waiting);
    return answer;
  };
  const start: FileSymbolication['start'] = (thread) => {
    assert.ok(thread);
    return new RecordedSymbolication(
      (found) => new SymbolicationThread({ builds, symbols: { ask: unasked }, found, log: nothing, thread }),
    );
  };
  const uri: vscode.Uri = Object.assign(Object.create(null), { scheme: 'file', path, fsPath: path });
  const session = new FileSession(uri, { start, keeps: () => false, failed: nothing, appClasses, open: new OpenFiles() });
  const work = new HostWork();
  const heat = new HeatSession(session, (error) => assert.fail(`${error}`));
  const turns = new TurnWatch();
  const closed = new AbortController();
  let rawBytes = 0;
  let read = nothing;
  const isRead = new Promise<void>((resolve) => {
    read = resolve;
  });
  const replayed = heat.read(read);
  for await (const { data, catchingUp } of session.stream(closed.signal)) {
    rawBytes += data.length;
    if (!catchingUp) break;
  }
  await Promise.race([isRead, replayed]);
  await heat.update();
  turns.end();
  closed.abort();
  heat.dispose();
  session.dispose();
  await replayed;
  return {
    rawBytes,
    decoded: work.decoded,
    waiting,
    turns: turns.count,
    longestMs: turns.longestMs,
    warnings: session.warnings.map(({ code }) => code),
  };
}

/** Notes others' possible turns. */
class TurnWatch {
  count = 0;
  longestMs = 0;
  #lastMs = cpuMs();
  #isOver = false;

  constructor() {
    this.#wait();
  }

  end(): void {
    this.#isOver = true;
  }

  #wait(): void {
    setImmediate(() => {
      const nowMs = cpuMs();
      this.longestMs = Math.max(this.longestMs, nowMs - this.#lastMs);
      this.#lastMs = nowMs;
      this.count++;
      if (!this.#isOver) this.#wait();
    });
  }
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
