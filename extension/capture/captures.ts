import { basename } from 'node:path';
import * as vscode from 'vscode';
import { frameTotals } from '../../core/analysis/display-frames/frame-counter.ts';
import { type SessionFacts, sessionFacts } from '../../core/analysis/report/session-facts.ts';
import { LaglensError } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import type { SessionLibrary } from '../../host/capture/library.ts';
import type { Device, DeviceProvider } from '../../host/devices/device.ts';
import type { FileSymbolication } from '../page/file-session.ts';
import type { PageSource } from '../page/page-source.ts';
import type { Panel } from '../page/panel.ts';
import { saveCopy } from '../page/save-copy.ts';
import type { StoredFacts } from '../sessions/facts/stored-facts.ts';
import { confirm } from '../surface/notifications.ts';
import { setContext } from '../surface/vscode/context.ts';
import { readSettings } from '../surface/vscode/settings.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { nothingToMark } from './capture-marks.ts';
import { type Chosen, chooseTarget } from './choose-target.ts';
import { offerUndo } from './device-changes.ts';
import { choiceOf, type LastChoice, lastChoice, rememberChoice } from './last-choice.ts';
import { LiveSession, type LiveSessionOptions, type WindowSession } from './live/live-session.ts';
import { RunningCapture, type RunningServices } from './running-capture.ts';
import type { StartArguments } from './start-arguments.ts';
import { tidyLibrary } from './tidy-library.ts';

interface CaptureServices extends RunningServices {
  readonly memory: vscode.Memento;
  readonly library: SessionLibrary;
  readonly facts: StoredFacts;
  readonly panel: Panel;
  readonly windowSession: WindowSession;
  providers(): readonly DeviceProvider[];
  /** Finds names after the end. */
  readonly naming: FileSymbolication;
  begins(device: Device, app: string): void;
}

/** The file of an ended capture. */
export interface SavedCapture {
  readonly file: vscode.Uri;
  readonly title: string;
  readonly facts: SessionFacts;
}

interface Before {
  readonly shown: PageSource | undefined;
  readonly session: LiveSession | undefined;
}

/** The one capture of this window, from command to session file. */
export class Captures {
  readonly #services: CaptureServices;
  #running: RunningCapture | undefined;
  #chosen: StartArguments | undefined;
  /** Process of the latest capture. */
  #lastPid: number | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  /** A capture began or ended. */
  readonly onDidChange = this.#changed.event;
  readonly #saved = new vscode.EventEmitter<SavedCapture>();
  /** A capture ended and its file is complete. */
  readonly onDidSave = this.#saved.event;

  constructor(services: CaptureServices) {
    this.#services = services;
    background(this.#updateContext(), unexpected);
  }

  /** Target of the latest start, if it came that far; a retry asks nothing. */
  get chosen(): StartArguments | undefined {
    return this.#chosen;
  }

  /** Device and app of the running capture. */
  get recorded(): LastChoice | undefined {
    return this.#running?.choice;
  }

  /**
   * Asks for missing arguments and captures until stopped. Leaves nothing behind if cancelled.
   * @param samePid the process to take without a question, if it still runs
   */
  async start(wanted: StartArguments, samePid?: number): Promise<void> {
    this.#chosen = undefined;
    if (this.#running !== undefined && !(await this.#offerToStop(this.#running))) return;
    const chosen = await chooseTarget(this.#services, wanted, samePid);
    if (chosen === undefined) return;
    const { panel, windowSession } = this.#services;
    const before: Before = { shown: panel.host?.source, session: windowSession.current };
    try {
      // Arguments cannot name one of several processes.
      if (chosen.target.pid === undefined) this.#chosen = choiceOf(chosen.device, chosen.target, chosen.launch);
      this.#services.begins(chosen.device, chosen.target.app);
      await this.#run(chosen, wanted.wait === true);
    } finally {
      await this.#putBack(before);
      if (windowSession.current !== before.session) before.session?.close();
    }
  }

  /** Repeats the last choice without questions. */
  async repeat(): Promise<void> {
    await this.start(lastChoice(this.#services.memory) ?? {}, this.#lastPid);
  }

  /** Resolves when the session file is complete. */
  async stop(): Promise<void> {
    await this.#running?.capture.stop();
  }

  /** Like `stop`, while VS Code closes this window. */
  async close(): Promise<void> {
    await this.#running?.capture.close();
  }

  /** Marks this moment, asking for a missing name. @throws LaglensError if nothing is recorded */
  async mark(name: string | undefined): Promise<void> {
    if (this.#running === undefined) throw nothingToMark();
    await this.#running.marks.add(name);
  }

  settingsChanged(): void {
    this.#running?.settingsChanged();
  }

  /** @param waits until the app runs */
  async #run(chosen: Chosen, waits: boolean): Promise<void> {
    const { library, windowSession, panel, memory, report } = this.#services;
    const { preLaunchTask } = readSettings();
    let path = await library.newPath(chosen.target.app);
    // Another start may have come this far. No await until this one runs.
    while (this.#running !== undefined) {
      if (!(await this.#offerToStop(this.#running))) return;
      path = await library.newPath(chosen.target.app);
    }
    const session = new LiveSession(this.#sessionOptions(chosen.name, path));
    const running = new RunningCapture(chosen, session, this.#services);
    this.#running = running;
    windowSession.current = session;
    await this.#updateContext();
    panel.show(session, true);
    background(
      running.ended.then(() => this.#ended(running)),
      report,
    );
    try {
      await running.deploy({ preLaunchTask, waits });
      await rememberChoice(memory, running.choice);
      await this.#updateContext();
    } catch (error) {
      await running.capture.stop();
      await this.#ended(running);
      throw error;
    }
  }

  async #ended(running: RunningCapture): Promise<void> {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#lastPid = running.session.model.runs.at(-1)?.hello?.pid;
    running.dispose();
    const { library, log, panel, report } = this.#services;
    const { undo, state } = running.capture;
    if (undo !== undefined) background(offerUndo(undo), report);
    await this.#updateContext();
    await this.#recordFacts(running.session);
    await tidyLibrary(library, log, [panel.host?.source.about.session, state.kind === 'ended' ? state.path : undefined]);
  }

  /** The file need not be read to be listed. */
  async #recordFacts({ about, uri, model, lags, thresholdUs, limits }: LiveSession): Promise<void> {
    if (uri === undefined) return;
    const facts = sessionFacts(model, lags, frameTotals(model));
    this.#saved.fire({ file: uri, title: about.title, facts });
    await this.#services.facts.record(uri.fsPath, facts, { thresholdUs, limits });
  }

  /** After a failed start, closes its panel or restores the session shown before. */
  async #putBack(before: Before): Promise<void> {
    const { panel, windowSession } = this.#services;
    const { current } = windowSession;
    if (current === before.session || this.#running !== undefined || current?.hasContents !== false) return;
    windowSession.current = before.session;
    await this.#updateContext();
    if (panel.host?.source !== current) return;
    if (before.shown === undefined) panel.close();
    else panel.show(before.shown, true);
  }

  async #offerToStop(running: RunningCapture): Promise<boolean> {
    const stop = vscode.l10n.t('Stop and Restart');
    const question = vscode.l10n.t('{0} is being captured in this window. One capture runs at a time.', running.app);
    if (!(await confirm({ question }, stop))) return false;
    await running.capture.stop();
    await this.#ended(running);
    return true;
  }

  #sessionOptions(title: string, path: string): LiveSessionOptions {
    const { naming, report } = this.#services;
    return {
      title,
      path,
      thresholdUs: readSettings().thresholdUs,
      limits: readSettings().limits,
      mark: () => this.#running?.marks.addNumbered(),
      stop: () => background(this.stop(), report),
      save: (session) => this.#save(session),
      keptSessions: () => readSettings().keepSessions,
      naming,
    };
  }

  /** Copies the session file, or its journal during a capture. */
  async #save(session: LiveSession): Promise<void> {
    const path = session.isEnded ? session.file : session.hasContents ? this.#running?.capture.journal : undefined;
    if (path === undefined) {
      throw new LaglensError({
        code: 'session-not-found',
        message: vscode.l10n.t('Nothing to save: the app has not answered yet.'),
        next: vscode.l10n.t('Save after the first sample has arrived, or open a stored session.'),
      });
    }
    // Unlike the title, the stored name has the time.
    await saveCopy(vscode.Uri.file(path), basename(session.path, '.laglens'));
  }

  async #updateContext(): Promise<void> {
    this.#changed.fire();
    await setContext('recording', this.#running !== undefined);
    await setContext('hasSession', this.#services.windowSession.current !== undefined);
    await setContext('nothingToRepeat', lastChoice(this.#services.memory) === undefined);
  }
}
