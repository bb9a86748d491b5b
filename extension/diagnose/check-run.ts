import * as vscode from 'vscode';
import type { DeviceProvider } from '../../host/devices/device.ts';
import { type Checklist, checklistOf, type DiagnosisState } from '../../host/diagnose/checklist.ts';
import { reportText } from '../../host/diagnose/diagnosis-report.ts';
import { diagnose } from '../../host/diagnose/run-diagnosis.ts';
import type { Step } from '../../host/diagnose/steps.ts';
import { askChoice, askConsent } from '../capture/device-changes.ts';
import type { LastChoice } from '../capture/last-choice.ts';
import type { StartArguments } from '../capture/start-arguments.ts';
import { sourcesElsewhere } from '../sources/sources-elsewhere.ts';
import { isCancelled } from '../surface/vscode/report-error.ts';
import { chooseApp } from './diagnose-target.ts';

/** `phone`: any phone. */
export type CheckTarget = StartArguments & { readonly device: string };

interface RunOptions {
  readonly providers: readonly DeviceProvider[];
  readonly version: string;
  readonly target: CheckTarget;
  readonly last: LastChoice | undefined;
  changed(): void;
  log(line: string): void;
}

/** One run of the steps. */
export class CheckRun {
  readonly #options: RunOptions;
  readonly #steps: Step[] = [];
  readonly #cancelling = new AbortController();
  #state: DiagnosisState = 'running';
  #app: string | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: RunOptions) {
    this.#options = options;
    this.#app = options.target.app;
  }

  /** For a bug report, with error codes. */
  get report(): string {
    return reportText(this.#steps, this.#options.version, this.#state);
  }

  get checklist(): Checklist {
    return checklistOf(this.#steps, this.#state);
  }

  /** With the app that was chosen, so that another run asks nothing again. */
  get target(): CheckTarget {
    return { ...this.#options.target, ...(this.#app === undefined ? {} : { app: this.#app }) };
  }

  /** Resolves at the end, also of a stopped run. @throws Error for defects */
  start(): Promise<void> {
    const run = this.#run();
    this.#ended = run.catch(() => undefined);
    return run;
  }

  /** Resolves when changes on the device are undone. */
  stop(): Promise<void> {
    this.#cancelling.abort();
    return this.#ended;
  }

  async #run(): Promise<void> {
    const { providers, version, target, last, changed, log } = this.#options;
    try {
      await diagnose({
        providers,
        ...(target.device === 'phone' ? { phonesOnly: true } : { device: target.device }),
        app: target.app,
        chooseApp: async (rows) => {
          const chosen = await chooseApp(rows, last?.app);
          this.#app = chosen.id;
          return chosen;
        },
        launch: target.launch === true,
        activity: target.activity,
        consent: askConsent,
        choose: askChoice,
        version,
        workspaceFolders: (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath),
        sourcesElsewhere: sourcesElsewhere(),
        signal: this.#cancelling.signal,
        onStep: (step) => {
          this.#steps.push(step);
          changed();
        },
        log,
      });
      this.#state = 'ended';
    } catch (error) {
      this.#state = 'stopped';
      if (!isCancelled(error) && !this.#cancelling.signal.aborted) throw error;
    } finally {
      changed();
    }
  }
}
