import { arch, platform } from 'node:os';
import { capabilityIssues, dataQualitySentence } from '../../core/analysis/report/data-quality.ts';
import { LaglensError } from '../../core/errors.ts';
import { joinedPhrase, phrase } from '../../core/text/phrase.ts';
import { addressText } from '../devices/android/adb/adb-address.ts';
import { AndroidProvider } from '../devices/android/android-provider.ts';
import { type AppRow, type Asking, askingOf, type Device, type DeviceProvider, type DeviceRow, type Problem } from '../devices/device.ts';
import { isPhone, kindFacts } from '../devices/device-kinds.ts';
import { deviceTexts } from '../devices/device-texts.ts';
import { allRows, openDevice } from '../devices/open-device.ts';
import { type SourcesElsewhere, sourcesStep } from './sources-step.ts';
import { failed, type Step, type StepName, stepNames, stepOfCode } from './steps.ts';
import { runTestCapture, type TestCapture } from './test-capture.ts';

export interface DiagnoseOptions extends Asking {
  readonly providers: readonly DeviceProvider[];
  /** Defaults to the only usable one. */
  readonly device?: string | undefined;
  /** Excludes this computer. */
  readonly phonesOnly?: boolean;
  /** Chooses among several apps. Its errors end the diagnosis. */
  chooseApp?(rows: readonly AppRow[]): Promise<AppRow>;
  /** Defaults to the workspace's or the only running one. */
  readonly app?: string | undefined;
  readonly launch?: boolean;
  /** Same as `AppTarget.activity`. */
  readonly activity?: string | undefined;
  readonly version: string;
  readonly workspaceFolders: readonly string[];
  readonly sourcesElsewhere?: SourcesElsewhere;
  readonly signal: AbortSignal;
  onStep(step: Step): void;
  log(line: string): void;
}

/** Performs a capture's steps. Throws only when cancelled or for defects. */
export async function diagnose(options: DiagnoseOptions): Promise<readonly Step[]> {
  const walk = new Walk(options);
  try {
    await walk.toEnd();
  } catch (error) {
    // Also what could not be undone after a cancellation.
    if (options.signal.aborted && error instanceof LaglensError) options.log(String(error));
    options.signal.throwIfAborted();
    if (!(error instanceof LaglensError)) throw error;
    walk.fail(error);
  }
  walk.skipRest();
  return walk.steps;
}

class Walk {
  readonly steps: Step[] = [];
  readonly #options: DiagnoseOptions;

  constructor(options: DiagnoseOptions) {
    this.#options = options;
  }

  async toEnd(): Promise<void> {
    await this.#adb();
    const device = await this.#device();
    if (device === undefined) return;
    const app = await this.#app(device);
    if (app === undefined) return;
    const trial = await this.#trial(device, app);
    if (trial.firstSampleMs === undefined) return;
    const { workspaceFolders, sourcesElsewhere, signal } = this.#options;
    this.#done(await sourcesStep(trial.model, workspaceFolders, signal, sourcesElsewhere));
  }

  /** Marks steps in between as passed. */
  fail(error: LaglensError): void {
    const reached = this.#reached;
    const named = stepOfCode(error.code);
    const at = stepNames.indexOf(named) < stepNames.indexOf(reached) ? reached : named;
    for (const name of stepNames.slice(stepNames.indexOf(reached), stepNames.indexOf(at)))
      this.#done({ name, verdict: 'ok', text: phrase`Done.` });
    this.#done(failed(at, error));
  }

  skipRest(): void {
    const rest = stepNames.slice(this.steps.length);
    for (const name of rest) this.#done({ name, verdict: 'untried', text: phrase`Skipped.` });
  }

  get #reached(): StepName {
    return stepNames[this.steps.length] ?? 'sources';
  }

  #done(step: Step): void {
    this.steps.push(step);
    this.#options.onStep(step);
  }

  async #adb(): Promise<void> {
    const { providers, signal } = this.#options;
    const system = phrase`Node ${process.versions.node} on ${platform()} ${arch()}`;
    const android = providers.find((each) => each instanceof AndroidProvider);
    if (android === undefined || (await this.#isElsewhere(android))) {
      this.#done({ name: 'tools', verdict: 'ok', text: system });
      this.#done({ name: 'adbServer', verdict: 'skipped', text: phrase`Not needed for this device.` });
      return;
    }
    const server = android.server();
    const program = await android.adbProgram().catch((error: unknown) => {
      if (error instanceof LaglensError) return error;
      throw error;
    });
    const isListening = await server.isListening(signal);
    if (program instanceof LaglensError && !isListening) throw program;
    const found = program instanceof LaglensError ? phrase`no adb program, but a server that runs` : phrase`adb at ${program}`;
    this.#done({ name: 'tools', verdict: 'ok', text: phrase`${system}; ${found}` });
    const version = await server.ensure(signal);
    const started = isListening ? phrase`was running` : phrase`was started`;
    this.#done({ name: 'adbServer', verdict: 'ok', text: phrase`version 1.0.${version} at ${addressText(server.address)}, ${started}` });
  }

  /** Another provider than Android has the device. */
  async #isElsewhere(android: DeviceProvider): Promise<boolean> {
    const { providers, device, signal, log } = this.#options;
    if (device === undefined) return false;
    const others = providers.filter((each) => each !== android);
    return (await allRows(others, signal, (error) => log(String(error)))).some(({ id }) => id === device);
  }

  async #device(): Promise<Device | undefined> {
    const { providers, device, phonesOnly = false, signal, log } = this.#options;
    const listed = await allRows(providers, signal, (error) => log(String(error)));
    const rows = phonesOnly ? listed.filter(isPhone) : listed;
    const usable = rows.filter((row) => row.problem === undefined);
    const phones = usable.filter(isPhone);
    const only = phones.length === 1 ? phones[0] : usable.length === 1 ? usable[0] : undefined;
    const id = device ?? only?.id;
    if (id === undefined) {
      const text = rows.length === 0 ? deviceTexts.nonePlugged : joinedPhrase(rows.map(rowText), '; ');
      if (usable.length > 0) this.#done({ name: 'device', verdict: 'skipped', text, next: phrase`Name one of them.` });
      else this.#done({ name: 'device', verdict: 'failed', text, ...firstProblem(rows) });
      return undefined;
    }
    const opened = await openDevice(providers, id, signal);
    const { problem } = opened.row;
    const step: Step = { name: 'device', verdict: problem === undefined ? 'ok' : 'warning', text: rowText(opened.row) };
    this.#done(problem === undefined ? step : { ...step, next: problem.next, code: problem.code });
    return opened;
  }

  async #app(device: Device): Promise<AppRow | undefined> {
    const { app, signal, launch = false, chooseApp } = this.#options;
    const rows = await device.apps(signal);
    const isStarted = launch || kindFacts[device.row.kind].startsApps;
    const usable = rows.filter((row) => row.problem === undefined && (isStarted || row.processes.length > 0));
    const own = usable.filter((row) => row.group === 'workspace');
    const only = own.length === 1 ? own[0] : usable.length === 1 ? usable[0] : undefined;
    const isOpen = only === undefined && usable.length > 1;
    const asked = isOpen && app === undefined ? await chooseApp?.(own.length > 1 ? own : usable) : undefined;
    const chosen = app === undefined ? (only ?? asked) : rows.find((row) => row.id === app);
    if (chosen !== undefined) {
      if (chosen.problem !== undefined) throw problemError(chosen);
      const text = joinedPhrase([phrase`${chosen.id} (${chosen.detail})`, ...chosen.notes], ' ');
      this.#done({ name: 'app', verdict: chosen.notes.length > 0 ? 'warning' : 'ok', text });
      return chosen;
    }
    if (app !== undefined) {
      throw new LaglensError({
        code: 'app-not-found',
        message: phrase`${app} is not among the ${rows.length} apps of ${device.row.name}.`,
        next: phrase`Install and start it, or name it as its application id.`,
      });
    }
    const ids = usable.map((row) => row.id).join(', ');
    const text = phrase`${rows.length} apps, ${usable.length} that can be captured now.`;
    if (ids !== '') this.#done({ name: 'app', verdict: 'skipped', text, next: phrase`Name one of them: ${ids}.` });
    else this.#done({ name: 'app', verdict: 'failed', text, next: phrase`Start a debuggable app, and try again.`, code: 'app-none' });
    return undefined;
  }

  async #trial(device: Device, app: AppRow): Promise<TestCapture> {
    const { launch = false, activity, version, signal, log } = this.#options;
    const pid = app.processes.length > 1 ? app.processes[0]?.pid : undefined;
    const one = { ...(pid === undefined || launch ? {} : { pid }), ...(activity === undefined ? {} : { activity }) };
    const target = { app: app.id, ...one };
    const trial = await runTestCapture({ device, target, launch, version, signal, log, ...askingOf(this.#options) });
    const hello = trial.model.runs[0]?.hello;
    const deployed = trial.isRestored
      ? phrase`In a signed copy of the app; the original is installed again.`
      : phrase`Copied, and removed again.`;
    this.#done({ name: 'deploy', verdict: 'ok', text: deployed });
    this.#done({ name: 'attach', verdict: 'ok', text: `${hello?.runtime ?? 'The runtime'}, ${hello?.abi ?? ''}` });
    const answer = phrase`agent ${hello?.agentVersion ?? ''} after ${Math.round(trial.helloMs)} ms`;
    this.#done({ name: 'hello', verdict: 'ok', text: joinedPhrase([answer, ...capabilityIssues(hello).map(dataQualitySentence)], '; ') });
    this.#done(sampleStep(trial));
    return trial;
  }
}

function sampleStep({ firstSampleMs, model }: TestCapture): Step {
  if (firstSampleMs !== undefined) {
    const text = phrase`after ${Math.round(firstSampleMs)} ms; ${model.threads.length} threads seen`;
    return { name: 'firstSample', verdict: 'ok', text };
  }
  return {
    name: 'firstSample',
    verdict: 'failed',
    text: phrase`The agent answers, but no sample of the main thread came within 5 s.`,
    next: phrase`Bring the app to the front: the system freezes apps in the background. Then try again.`,
    code: 'app-frozen',
  };
}

function firstProblem(rows: readonly DeviceRow[]): Pick<Problem, 'code' | 'next'> {
  const { code, next } = rows.find((row) => row.problem !== undefined)?.problem ?? {
    code: 'device-none',
    next: phrase`Connect a phone or start an emulator.`,
  };
  return { code, next };
}

function rowText(row: DeviceRow): string {
  const named = row.detail === '' ? row.name : phrase`${row.name} (${row.detail})`;
  return row.problem === undefined ? named : phrase`${named}: ${row.problem.why}`;
}

function problemError(app: AppRow): LaglensError {
  const { code, why, next } = app.problem ?? { code: 'internal', why: phrase`unknown`, next: '' };
  return new LaglensError({ code, message: phrase`${app.id}: ${why}.`, next });
}
