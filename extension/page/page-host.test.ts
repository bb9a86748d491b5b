import assert from 'node:assert/strict';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { DEFAULT_LIMITS } from '../../core/analysis/lags/app-limits.ts';
import { type ToPage, UPDATE_INTERVAL_MS } from '../../protocol/page-protocol.ts';
import type { PageServices } from './page-services.ts';
import type { PageSource, SessionPart } from './page-source.ts';

/** The parts of VS Code for a feeding page host. */
const editor = `data:text/javascript,
  export const Uri = {
    file: (path) => ({ path, toString: () => path }),
    joinPath: (base, ...parts) => Uri.file([base.path, ...parts].join('/')),
  };
  export const env = { language: 'en' };
  export const l10n = { t: (text) => text };`;
registerHooks({
  resolve: (specifier, context, next) => (specifier === 'vscode' ? { url: editor, shortCircuit: true } : next(specifier, context)),
});

/** Listeners of one event. */
class Event<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly on: vscode.Event<T> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}

/** A panel of VS Code that notes what is sent to its page. */
class FakePanel implements vscode.WebviewPanel {
  readonly sent: ToPage[] = [];
  readonly messages = new Event<unknown>();
  readonly #viewState = new Event<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  readonly #disposed = new Event<void>();
  readonly #uri: vscode.Uri;
  #arrived: (() => void) | undefined;
  readonly viewType = 'laglens.panel';
  title = '';
  readonly options = {};
  readonly viewColumn = undefined;
  visible = true;
  readonly onDidChangeViewState = this.#viewState.on;
  readonly onDidDispose = this.#disposed.on;
  readonly webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: '',
    onDidReceiveMessage: this.messages.on,
    asWebviewUri: () => this.#uri,
    postMessage: async (message: ToPage) => {
      this.sent.push(message);
      this.#arrived?.();
      return true;
    },
  };

  constructor(uri: vscode.Uri) {
    this.#uri = uri;
  }

  get active(): boolean {
    return this.visible;
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.#viewState.fire({ webviewPanel: this });
  }

  /** Resolves once such a message was sent. */
  async until(type: ToPage['type'], count = 1): Promise<void> {
    while (this.sent.filter((message) => message.type === type).length < count) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
      });
    }
  }

  reveal(): void {}

  dispose(): void {
    this.#disposed.fire();
  }
}

/** A capture that goes on, with as many parts as the test gives. */
class LiveSource implements PageSource {
  readonly about = { session: 'live', title: 'shop', live: true, keepsNames: true };
  readonly phase = { phase: 'recording', detail: '' } as const;
  readonly warnings = [];
  thresholdUs = 0;
  readonly changed = new Event<void>();
  readonly onDidChange = this.changed.on;
  readonly #came = new Event<void>();
  readonly #parts: number[] = [];
  readers = 0;

  push(byte: number): void {
    this.#parts.push(byte);
    this.#came.fire();
  }

  async *stream(signal: AbortSignal): AsyncGenerator<SessionPart> {
    this.readers++;
    try {
      for (let at = 0; !signal.aborted; ) {
        const byte = this.#parts[at];
        if (byte === undefined) await this.#next(signal);
        else {
          at++;
          yield { data: Uint8Array.of(byte), catchingUp: at < this.#parts.length, chunk: false };
        }
      }
    } finally {
      this.readers--;
    }
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.#came.on(() => done());
      const done = (): void => {
        listening.dispose();
        resolve();
      };
      signal.addEventListener('abort', done, { once: true });
    });
  }

  async *snapshot(): AsyncGenerator<never> {}
  async save(): Promise<void> {}
}

/** Says nothing, to nobody. */
const silent: vscode.LogOutputChannel = {
  name: 'Laglens',
  logLevel: 0,
  onDidChangeLogLevel: new Event<vscode.LogLevel>().on,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
  append() {},
  appendLine() {},
  replace() {},
  clear() {},
  show() {},
  hide() {},
  dispose() {},
};

function servicesOf(extension: vscode.Uri): PageServices {
  return {
    extension,
    log: silent,
    thresholdUs: () => 100_000,
    limits: () => DEFAULT_LIMITS,
    appClasses: async () => ({ packages: [], prefixes: [] }),
    open: async () => {},
    used: () => undefined,
    retrySymbols: async () => {},
    locateSymbols: async () => {},
    baseline: async () => undefined,
    setBaseline: async () => {},
    chooseRun: async () => 1,
    clearBaseline: async () => {},
    repeat: async () => {},
    compare: async () => {},
    swap: async () => {},
    openSetting: async () => {},
    copyText: async () => {},
    share: async () => {},
    hints: { followed: () => undefined, keep: () => undefined },
    watcher: { onShown() {}, onJudging() {}, onSelection() {}, onClosed() {} },
  };
}

test('a hidden page is sent nothing, whatever happens, and everything again when it is back', async () => {
  const { PageHost } = await import('./page-host.ts');
  const { Uri } = await import('vscode');
  const extension = Uri.file('/laglens');
  const panel = new FakePanel(extension);
  const source = new LiveSource();
  const host = new PageHost(panel, source, servicesOf(extension));
  panel.messages.fire({ type: 'ready' });
  source.push(1);
  source.push(2);
  await panel.until('bytes', 2);

  panel.show(false);
  const before = panel.sent.length;
  source.push(3);
  source.changed.fire();
  host.setThreshold(200_000);
  host.showSymbols();
  host.showLag('0-0-1000');
  host.setBaseline();
  host.share('page');
  await host.refreshAppClasses();
  await host.refreshBaseline();
  // Longer than the time between two updates.
  await delay(3 * UPDATE_INTERVAL_MS);
  assert.deepEqual(panel.sent.slice(before), []);
  assert.equal(source.readers, 0, 'nobody reads for it either');

  panel.show(true);
  assert.equal(panel.sent.length, before, 'a page that is loaded again says so first');
  panel.messages.fire({ type: 'ready' });
  await panel.until('bytes', 5);
  const after = panel.sent.slice(before);
  assert.equal(after[0]?.type, 'begin');
  const bytes = after.flatMap((message) => (message.type === 'bytes' ? [...new Uint8Array(message.data)] : []));
  assert.deepEqual(bytes, [1, 2, 3]);
  panel.dispose();
});

test('the run that the reader chose becomes the baseline only of the session that was asked about', async () => {
  const { PageHost } = await import('./page-host.ts');
  const { Uri } = await import('vscode');
  const extension = Uri.file('/laglens');
  const panel = new FakePanel(extension);
  const first = new LiveSource();
  let choose: ((run: number) => void) | undefined;
  const chooseRun = (): Promise<number> => new Promise((resolve) => (choose = resolve));
  const host = new PageHost(panel, first, { ...servicesOf(extension), chooseRun });
  const loaded = { type: 'loaded', session: first.about.session };
  const asks = { type: 'baselineRuns', runs: [0, 1].map((at) => ({ beginUs: at, endUs: at + 1, lags: 0 })) };
  panel.messages.fire({ type: 'ready' });
  first.push(1);
  await panel.until('bytes', 1);
  panel.messages.fire(loaded);
  panel.messages.fire(asks);
  choose?.(1);
  await panel.until('setBaseline', 1);
  // Chosen while nobody sees the page: it waits until the page has read its session again.
  panel.messages.fire(asks);
  panel.show(false);
  choose?.(0);
  await delay(0);
  panel.show(true);
  panel.messages.fire({ type: 'ready' });
  await panel.until('bytes', 2);
  panel.messages.fire(loaded);
  await panel.until('setBaseline', 2);
  panel.messages.fire(asks);
  host.show(new LiveSource());
  choose?.(1);
  await delay(0);
  assert.deepEqual(
    panel.sent.filter(({ type }) => type === 'setBaseline'),
    [1, 0].map((run) => ({ type: 'setBaseline', run })),
  );
  panel.dispose();
});

test('a page opens the settings that causes name, and no others', async () => {
  const { PageHost } = await import('./page-host.ts');
  const { Uri } = await import('vscode');
  const extension = Uri.file('/laglens');
  const panel = new FakePanel(extension);
  const opened: string[] = [];
  const openSetting = async (id: string): Promise<void> => void opened.push(id);
  const host = new PageHost(panel, new LiveSource(), { ...servicesOf(extension), openSetting });
  for (const setting of ['laglens.allocations', 'http.proxy']) panel.messages.fire({ type: 'openSetting', setting });
  assert.deepEqual(opened, ['laglens.allocations']);
  panel.dispose();
  assert.ok(host);
});

test('a page that follows a capture gets at most ten updates a second, however often something comes', async (t) => {
  const { PageHost } = await import('./page-host.ts');
  const { Uri } = await import('vscode');
  const extension = Uri.file('/laglens');
  // The test moves the clock: a real timer may fire a millisecond early, and a busy computer delays it.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.timers.reset();
    syncBuiltinESMExports();
  });
  const panel = new FakePanel(extension);
  const source = new LiveSource();
  new PageHost(panel, source, servicesOf(extension));
  const sent = (): number => panel.sent.filter(({ type }) => type === 'bytes').length;
  panel.messages.fire({ type: 'ready' });
  source.push(1);
  await panel.until('bytes', 1);
  for (let count = 2; count <= 4; count++) {
    // As soon as one was sent the next is there.
    source.push(count);
    await allTurns();
    t.mock.timers.tick(UPDATE_INTERVAL_MS - 1);
    await allTurns();
    assert.equal(sent(), count - 1, 'nothing comes before its time');
    t.mock.timers.tick(1);
    await panel.until('bytes', count);
  }
  panel.dispose();
});

/** Resolves when everything that waits for no timer is done: microtasks run before the next turn. */
function allTurns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('the hints that are left are sent once the page has all of the session, and what was followed is kept', async () => {
  const { PageHost } = await import('./page-host.ts');
  const { Uri } = await import('vscode');
  const extension = Uri.file('/laglens');
  const panel = new FakePanel(extension);
  const kept: number[] = [];
  const source = new LiveSource();
  const services = { ...servicesOf(extension), hints: { followed: () => 1, keep: (followed: number) => void kept.push(followed) } };
  const host = new PageHost(panel, source, services);
  panel.messages.fire({ type: 'ready' });
  source.push(1);
  await panel.until('bytes');
  assert.equal(panel.sent.filter(({ type }) => type === 'guide').length, 0);
  panel.messages.fire({ type: 'loaded', session: 'live' });
  assert.deepEqual(panel.sent.at(-1), { type: 'guide', followed: 1 });
  panel.messages.fire({ type: 'followed', hints: 3 });
  // No such hint.
  panel.messages.fire({ type: 'followed', hints: 4 });
  assert.deepEqual(kept, [3]);
  panel.dispose();
  assert.ok(host);
});
