import * as vscode from 'vscode';
import { explain } from '../../core/errors.ts';
import type { DeviceKind } from '../../core/wire/schema/device-kinds.ts';
import { Capture } from '../../host/capture/capture.ts';
import type { RecordSink, SessionSymbolicator } from '../../host/capture/capture-options.ts';
import { defaultSamplingOn, type SamplingSettings } from '../../host/capture/capture-state.ts';
import type { Log } from '../surface/log.ts';
import { withNotification } from '../surface/progress.ts';
import { readSettings } from '../surface/vscode/settings.ts';
import { CaptureMarks } from './capture-marks.ts';
import type { Chosen } from './choose-target.ts';
import { askChoice, askConsent } from './device-changes.ts';
import { HangWatch, type HangWatchServices } from './hang-watch.ts';
import { choiceOf, type LastChoice } from './last-choice.ts';
import type { LiveSession } from './live/live-session.ts';
import { runPreLaunchTask } from './pre-launch-task.ts';
import { StatusItem } from './status-item.ts';

export interface RunningServices extends HangWatchServices {
  readonly log: Log;
  readonly version: string;
  names(add: RecordSink): SessionSymbolicator;
}

/** A capture with status bar item, hang notices and marks. */
export class RunningCapture {
  readonly capture: Capture;
  readonly session: LiveSession;
  readonly marks: CaptureMarks;
  readonly ended: Promise<void>;
  readonly #chosen: Chosen;
  readonly #status: StatusItem;
  readonly #watch: HangWatch;
  #activity: string | undefined;

  constructor(chosen: Chosen, session: LiveSession, services: RunningServices) {
    const { device, target, launch, name } = chosen;
    const { log, version } = services;
    this.#chosen = chosen;
    this.#activity = target.activity;
    this.session = session;
    this.capture = new Capture({
      device,
      target,
      launch,
      sampling: samplingOn(device.row.kind),
      path: session.path,
      version,
      names: (add) => services.names(add),
      consent: askConsent,
      choose: async (choice) => {
        this.#activity = await askChoice(choice);
        return this.#activity;
      },
    });
    session.follow(this.capture);
    this.capture.on('log', (line) => log.info(line));
    this.ended = new Promise<void>((resolve) => {
      this.capture.on('state', (state) => {
        if (state.problem) log.warn(explain(state.problem));
        if (state.kind === 'ended') resolve();
      });
    });
    this.marks = new CaptureMarks(this.capture);
    this.#watch = new HangWatch(name, session, services);
    this.#status = new StatusItem(name, session, () => this.#watch.unseen);
  }

  get app(): string {
    return this.#chosen.name;
  }

  /** The target, including choices on the way. */
  get choice(): LastChoice {
    const { device, target, launch } = this.#chosen;
    return choiceOf(device, this.#activity === undefined ? target : { ...target, activity: this.#activity }, launch);
  }

  /** Shows cancellable progress until the agent says hello. */
  async deploy({ preLaunchTask, waits }: { readonly preLaunchTask: string; readonly waits: boolean }): Promise<void> {
    const { name, device, target, launch } = this.#chosen;
    await withNotification(vscode.l10n.t('Laglens: {0} on {1}', name, device.row.name), async (signal, step) => {
      this.capture.on('state', (state) => {
        if (state.kind === 'connecting') step(state.step);
      });
      if (launch && preLaunchTask !== '') {
        step(vscode.l10n.t('task {0}', preLaunchTask));
        await runPreLaunchTask(preLaunchTask, signal);
      }
      if (waits && !launch) {
        step(vscode.l10n.t('waiting for the app'));
        await device.nextProcess(target, undefined, signal);
      }
      await this.capture.start(signal);
    });
  }

  settingsChanged(): void {
    this.capture.configure(samplingOn(this.#chosen.device.row.kind));
  }

  dispose(): void {
    this.#status.dispose();
    this.#watch.dispose();
  }
}

function samplingOn(kind: DeviceKind): SamplingSettings {
  const usual = defaultSamplingOn(kind);
  const { intervalUs = usual.intervalUs, allThreads, stackDepth: depth, blockingCalls, allocations } = readSettings();
  return { ...usual, intervalUs, threads: allThreads ? 'all' : 'main', depth, blockingCalls, allocations };
}
