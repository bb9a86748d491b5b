import * as vscode from 'vscode';
import { explain, LaglensError } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import { Capture } from '../../host/capture/capture.ts';
import { defaultSamplingOn, type SamplingSettings } from '../../host/capture/capture-state.ts';
import type { SessionLibrary } from '../../host/capture/library.ts';
import type { RecordSink, SessionSymbolicator } from '../../host/capture/session-symbolicator.ts';
import type { AppTarget, Device, DeviceProvider, DeviceRow } from '../../host/devices/device.ts';
import type { AppClasses } from '../../protocol/page-protocol.ts';
import { LiveSession } from '../live/live-session.ts';
import type { WindowSession } from '../live/window-session.ts';
import type { FileSymbolication } from '../page/file-session.ts';
import type { PageSource } from '../page/page-source.ts';
import type { Panel } from '../page/panel.ts';
import { saveCopy } from '../page/save-copy.ts';
import type { Log } from '../surface/log.ts';
import { confirm, inform } from '../surface/notifications.ts';
import { askForText } from '../surface/pickers.ts';
import { withNotification } from '../surface/progress.ts';
import { setContext } from '../vscode/context.ts';
import { readSettings } from '../vscode/settings.ts';
import { unexpected } from '../vscode/unexpected.ts';
import { type Chosen, chooseTarget } from './choose-target.ts';
import { askChoice, askConsent, offerUndo } from './device-changes.ts';
import { HangWatch } from './hang-watch.ts';
import { type LastChoice, lastChoice, rememberChoice } from './last-choice.ts';
import { runPreLaunchTask } from './pre-launch-task.ts';
import type { StartArguments } from './start-arguments.ts';
import { StatusItem } from './status-item.ts';

/** Characters of a mark's name; more could not be read on the timeline. */
const LONGEST_MARK = 200;

export interface CaptureServices {
  readonly log: Log;
  readonly memory: vscode.Memento;
  readonly version: string;
  readonly library: SessionLibrary;
  readonly panel: Panel;
  readonly windowSession: WindowSession;
  /** What counts as the app's own code. */
  appClasses(): Promise<AppClasses>;
  providers(): readonly DeviceProvider[];
  /** Looks for names again when it has ended. */
  readonly naming: FileSymbolication;
  /** Looks for names while it is recorded. */
  names(add: RecordSink): SessionSymbolicator;
  report(error: unknown): void;
  /** A capture of an app on a device begins. */
  begins(device: Device, app: string): void;
}

interface Running {
  readonly capture: Capture;
  readonly session: LiveSession;
  readonly app: string;
  readonly kind: DeviceRow['kind'];
  readonly status: StatusItem;
  readonly watch: HangWatch;
}

/** The one capture of this window, from the command to the session file. */
export class Captures {
  readonly #services: CaptureServices;
  #running: Running | undefined;
  #marks = 0;
  #chosen: StartArguments | undefined;

  constructor(services: CaptureServices) {
    this.#services = services;
    background(this.#updateContext(), unexpected);
  }

  /** What the latest start settled on, so that trying again asks for nothing anew; undefined when it did not come that far. */
  get chosen(): StartArguments | undefined {
    return this.#chosen;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Asks for what the arguments leave open, and captures until stopped. Cancelled at any point, nothing is left behind. */
  async start(wanted: StartArguments): Promise<void> {
    this.#chosen = undefined;
    if (this.#running !== undefined && !(await this.#offerToStop(this.#running))) return;
    const { panel } = this.#services;
    const before = { shown: panel.host?.source, last: this.#services.windowSession.current };
    const starting = new LiveSession(this.#sessionOptions('Laglens', 'starting'));
    panel.show(starting, true);
    try {
      const chosen = await chooseTarget(this.#services, wanted);
      if (chosen === undefined) return;
      // Which of several processes was meant cannot be said in arguments.
      if (chosen.target.pid === undefined) this.#chosen = lastOf(chosen.device, chosen.target, chosen.launch);
      this.#services.begins(chosen.device, chosen.target.app);
      await this.#run(chosen);
    } finally {
      await this.#putBack(before, starting);
      if (this.#services.windowSession.current !== before.last) before.last?.close();
    }
  }

  /** After a start that came to nothing: a panel that was opened for it goes; one that was there shows its session again. */
  async #putBack(
    before: { readonly shown: PageSource | undefined; readonly last: LiveSession | undefined },
    starting: LiveSession,
  ): Promise<void> {
    const { panel } = this.#services;
    const failed =
      this.#services.windowSession.current !== before.last &&
      this.#running === undefined &&
      this.#services.windowSession.current?.hasContents === false
        ? this.#services.windowSession.current
        : undefined;
    if (failed !== undefined) {
      this.#services.windowSession.current = before.last;
      await this.#updateContext();
    }
    const shown = panel.host?.source;
    if (shown !== starting && (failed === undefined || shown !== failed)) return;
    if (before.shown === undefined) panel.close();
    else panel.show(before.shown, true);
  }

  /** The last choice again, without asking. */
  async repeat(): Promise<void> {
    const last = lastChoice(this.#services.memory);
    await this.start(last ?? {});
  }

  /** Ends the capture; its file is whole when this resolves. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    await running.capture.stop();
  }

  /** As `stop`, while VS Code is closing this window. */
  async close(): Promise<void> {
    await this.#running?.capture.close();
  }

  /** Puts a numbered mark at this moment, without a question: a key of the page may be pressed again and again. */
  markAtOnce(): void {
    if (this.#running?.capture.mark(this.#nextMark)) this.#marks++;
  }

  /** Puts a mark at this moment; its name can be typed meanwhile, the moment does not wait for it. */
  async mark(name: string | undefined): Promise<void> {
    const capture = this.#running?.capture;
    const moment = capture?.moment();
    if (capture === undefined || moment === undefined) {
      throw new LaglensError({
        code: 'usage',
        message: vscode.l10n.t('There is nothing to mark: no app is being recorded.'),
        next: vscode.l10n.t('Marks can be set from the first sample of a capture to its end.'),
      });
    }
    const prompt = vscode.l10n.t('Name of this moment');
    const value = this.#nextMark;
    const given = name ?? (await askForText(vscode.l10n.t('Mark Now'), prompt, value));
    if (given === undefined) return;
    const isMarked = capture.mark(given.trim().slice(0, LONGEST_MARK) || value, moment);
    if (isMarked) this.#marks++;
    else background(inform(vscode.l10n.t('The capture ended before the mark had its name, so it is not in the session.')), unexpected);
  }

  get #nextMark(): string {
    return vscode.l10n.t('Mark {0}', this.#marks + 1);
  }

  /** Takes over changed settings while capturing. */
  settingsChanged(): void {
    const running = this.#running;
    running?.capture.configure(samplingOn(running.kind));
  }

  /** Copies the session; while it is recorded, what is in its journal. */
  async #save(session: LiveSession): Promise<void> {
    const path = session.isEnded ? session.file : session.hasContents ? this.#running?.capture.journal : undefined;
    if (path === undefined) {
      throw new LaglensError({
        code: 'session-not-found',
        message: vscode.l10n.t('There is nothing to save: no agent has answered in this capture.'),
        next: vscode.l10n.t('Save it once the first sample is there, or open a stored session first.'),
      });
    }
    await saveCopy(vscode.Uri.file(path), session.about.title);
  }

  async #run(chosen: Chosen): Promise<void> {
    const { device, target } = chosen;
    const settings = readSettings();
    let path = await this.#services.library.newPath(target.app);
    // Another start may have come this far meanwhile: a key that was pressed twice. There is no wait from here until it is running.
    while (this.#running !== undefined) {
      if (!(await this.#offerToStop(this.#running))) return;
      path = await this.#services.library.newPath(target.app);
    }
    const session = new LiveSession(this.#sessionOptions(chosen.name, path));
    const { version } = this.#services;
    const names = (add: RecordSink): SessionSymbolicator => this.#services.names(add);
    const { launch } = chosen;
    let { activity } = target;
    const capture = new Capture({
      device,
      target,
      launch,
      sampling: samplingOn(device.row.kind),
      path,
      version,
      names,
      consent: askConsent,
      choose: async (choice) => {
        activity = await askChoice(choice);
        return activity;
      },
    });
    session.follow(capture);
    capture.on('log', (line) => this.#services.log.info(line));
    const ended = new Promise<void>((resolve) => {
      capture.on('state', (state) => {
        if (state.problem) this.#services.log.warn(explain(state.problem));
        if (state.kind === 'ended') resolve();
      });
    });
    const running = {
      capture,
      session,
      app: chosen.name,
      kind: device.row.kind,
      status: new StatusItem(chosen.name, session),
      watch: new HangWatch(chosen.name, session, this.#services),
    };
    this.#running = running;
    this.#services.windowSession.current = session;
    this.#marks = 0;
    await this.#updateContext();
    this.#services.panel.show(session, true);
    background(
      ended.then(() => this.#ended(running)),
      (error) => this.#services.report(error),
    );
    try {
      await this.#deploy(chosen, running, settings.preLaunchTask);
      const settled = activity === undefined ? target : { ...target, activity };
      await rememberChoice(this.#services.memory, lastOf(device, settled, chosen.launch));
      await this.#updateContext();
    } catch (error) {
      await capture.stop();
      await this.#ended(running);
      throw error;
    }
  }

  /** Shows the steps with a way to cancel until the agent has said hello. */
  async #deploy(chosen: Chosen, running: Running, preLaunchTask: string): Promise<void> {
    await withNotification(vscode.l10n.t('Laglens: {0} on {1}', chosen.name, chosen.device.row.name), async (signal, step) => {
      running.capture.on('state', (state) => {
        if (state.kind === 'connecting') step(state.step);
      });
      if (chosen.launch && preLaunchTask !== '') {
        step(vscode.l10n.t('task {0}', preLaunchTask));
        await runPreLaunchTask(preLaunchTask, signal);
      }
      await running.capture.start(signal);
    });
  }

  async #ended(running: Running): Promise<void> {
    if (this.#running !== running) return;
    this.#running = undefined;
    running.status.dispose();
    running.watch.dispose();
    const { undo } = running.capture;
    if (undo !== undefined) background(offerUndo(undo), (error) => this.#services.report(error));
    await this.#updateContext();
    const { keepSessions, maxSessionBytes } = readSettings();
    const { state } = running.capture;
    const inUse = new Set(openFiles());
    const shown = this.#services.panel.host?.source.about.session;
    if (shown !== undefined) inUse.add(shown);
    if (state.kind === 'ended' && state.path !== undefined) inUse.add(state.path);
    for (const removed of await this.#services.library.tidy({ sessions: keepSessions, bytes: maxSessionBytes }, inUse)) {
      this.#services.log.info(`Removed the old session ${removed}`);
    }
  }

  #sessionOptions(title: string, path: string): ConstructorParameters<typeof LiveSession>[0] {
    return {
      title,
      path,
      thresholdUs: readSettings().thresholdUs,
      mark: () => this.markAtOnce(),
      stop: () => background(this.stop(), (error) => this.#services.report(error)),
      save: (session) => this.#save(session),
      naming: this.#services.naming,
    };
  }

  async #offerToStop(running: Running): Promise<boolean> {
    const stop = vscode.l10n.t('Stop It and Start Anew');
    const question = vscode.l10n.t('{0} is being captured in this window. One capture runs at a time.', running.app);
    if (!(await confirm({ question }, stop))) return false;
    await running.capture.stop();
    await this.#ended(running);
    return true;
  }

  async #updateContext(): Promise<void> {
    await setContext('recording', this.isRunning);
    await setContext('hasSession', this.#services.windowSession.current !== undefined);
    await setContext('nothingToRepeat', lastChoice(this.#services.memory) === undefined);
  }
}

/** What tabs of this window show: a page reads its session again when it comes back. */
function openFiles(): readonly string[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap(({ input }) => (input instanceof vscode.TabInputCustom && input.uri.scheme === 'file' ? [input.uri.fsPath] : []));
}

function samplingOn(kind: DeviceRow['kind']): SamplingSettings {
  const usual = defaultSamplingOn(kind);
  const { intervalUs = usual.intervalUs, allThreads, stackDepth: depth, blockingCalls, allocations } = readSettings();
  return { ...usual, intervalUs, threads: allThreads ? 'all' : 'main', depth, blockingCalls, allocations };
}

function lastOf(device: Device, { app, process, activity }: AppTarget, launch: boolean): LastChoice {
  const further = { ...(process === undefined ? {} : { process }), ...(activity === undefined ? {} : { activity }) };
  return { device: device.row.id, app, launch, ...further };
}
