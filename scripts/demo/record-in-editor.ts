import { spawn } from 'node:child_process';
import { access, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Terminal } from '../../cli/terminal.ts';
import { LaglensError } from '../../core/errors.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import { parseJournalName } from '../../host/capture/journal-name.ts';
import { type Browser, openBrowser } from '../../tests/e2e/harness/browser.ts';
import { type CodeServer, startCodeServer } from '../../tests/e2e/harness/start-code-server.ts';
import { cacheDir } from '../setup/cache.ts';
import { buildVsix } from '../setup/vsix.ts';
import type { Recorder } from './demo-recorder.ts';
import { packageDriver } from './driver-vsix.ts';
import { JournalTail } from './journal-tail.ts';
import { LagWatch } from './lag-watch.ts';
import type { DemoTarget } from './target.ts';
import { whatToTry } from './what-to-try.ts';

const CHECK_INTERVAL_MS = 250;
const STOP_MS = 10_000;
/** Until VS Code's window asks. */
const ASKED_MS = 60_000;

/**
 * Starts VS Code in the browser with the shop's sources, and the capture when its first window opens.
 * @param alone a headless browser opens the window
 * @throws Error if VS Code or its capture does not start
 */
export async function recordInEditor(target: DemoTarget, alone: boolean, terminal: Terminal): Promise<Recorder> {
  const say = (line: string): void => terminal.say(line);
  const folder = await mkdtemp(join(tmpdir(), 'laglens-demo-editor-'));
  const closing: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const step of closing.reverse()) await step();
  };
  try {
    const server = await startVsCode(target, folder, say);
    closing.push(() => server.stop());
    const browser = await openWindow(server, alone, say);
    if (browser) closing.push(() => browser.close());
    if (browser && target.agree) await browser.page.getByRole('button', { name: target.agree, exact: true }).click({ timeout: ASKED_MS });
    await untilThere(join(folder, 'started'), terminal.signal);
    const sessions = join(server.home, 'data', 'User', 'globalStorage', 'laglens.laglens', 'sessions');
    const journal = (await readdir(sessions).catch(() => [])).find((name) => name.endsWith('.journal'));
    if (journal === undefined) throw new Error(`VS Code is there, but its capture did not start:\n${server.output().slice(-2000)}`);
    const watching = new AbortController();
    const session = join(sessions, parseJournalName(journal)?.becomes ?? journal);
    return {
      ended: watch(join(sessions, journal), say, watching.signal),
      stop: async () => {
        watching.abort();
        // Stopped by hand, it is there already; the window may record the next one by now.
        if (await isThere(session)) return session;
        await writeFile(join(folder, 'stop'), '');
        await untilThere(join(folder, 'stopped'), AbortSignal.timeout(STOP_MS));
        return session;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startVsCode(target: DemoTarget, folder: string, log: (line: string) => void): Promise<CodeServer> {
  const [vsix, driver] = await Promise.all([buildVsix(log), packageDriver(folder)]);
  log('Starting VS Code ...');
  return startCodeServer({
    workspace: await workspaceOf(target, folder),
    vsix,
    moreExtensions: [driver],
    env: {
      LAGLENS_DEMO_FOLDER: folder,
      LAGLENS_DEMO_DEVICE: target.deviceId,
      LAGLENS_DEMO_APP: target.appId,
      // By its process: other programs may have the same main class, and nobody could choose.
      LAGLENS_DEMO_PID: target.pid === undefined ? '' : String(target.pid),
      ...target.environment,
    },
    settings: target.settings,
    log,
  });
}

/** A copy, since VS Code writes settings into its workspace. */
async function workspaceOf({ app }: DemoTarget, folder: string): Promise<string> {
  if (!app.workspace.startsWith(cacheDir('demo-app'))) return app.workspace;
  const copy = join(folder, 'shop');
  await cp(app.workspace, copy, { recursive: true, preserveTimestamps: true });
  return copy;
}

/** Shows the window on a display; without one, the person opens the URL. */
async function openWindow(server: CodeServer, alone: boolean, say: (line: string) => void): Promise<Browser | undefined> {
  say(`\n  VS Code:  ${server.url}\n`);
  if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) {
    const opener = spawn('xdg-open', [server.url], { stdio: 'ignore', detached: true });
    opener.once('error', () => say('No browser could be opened: please open the URL above.'));
    opener.unref();
    say(whatToTry);
    return undefined;
  }
  if (!alone) {
    say('Open this URL in a browser; the capture starts as soon as the window is there.\n');
    say(whatToTry);
    return undefined;
  }
  const browser = await openBrowser({ width: 1600, height: 1000 });
  await browser.page.goto(server.url, { waitUntil: 'domcontentloaded' });
  return browser;
}

async function untilThere(path: string, signal: AbortSignal): Promise<void> {
  while (!(await isThere(path))) await pause(CHECK_INTERVAL_MS, undefined, { signal });
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Prints the lags of VS Code's capture; resolves when it ends. */
async function watch(journal: string, say: (line: string) => void, signal: AbortSignal): Promise<string> {
  const model = new SessionModel();
  const [tail, lags] = [new JournalTail(journal, model), new LagWatch(model, say)];
  while (!signal.aborted) {
    try {
      await tail.read();
    } catch (error) {
      // The journal has become the session file.
      if (error instanceof LaglensError && error.code === 'session-not-found') break;
      throw error;
    }
    lags.update();
    await pause(CHECK_INTERVAL_MS);
  }
  return 'The capture was stopped.';
}
