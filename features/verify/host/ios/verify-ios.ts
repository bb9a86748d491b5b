import { LaglensError } from '../../../../core/errors.ts';
import type { Device, DeviceRow } from '../../../../host/devices/device.ts';
import type { AppleParts, ChecklistItem } from '../../../../host/diagnose/ios-checklist.ts';
import { iosChecklist } from '../../../../host/diagnose/ios-checklist.ts';
import { type IosFactId, iosFacts } from '../../core/facts/ios/ios-facts.ts';
import { versionText } from '../../core/report/cleaned.ts';
import type { Fact } from '../../core/report/fact.ts';
import type { FieldDevice } from '../../core/report/field-report.ts';
import { type Probe, Untried } from '../asking/probe.ts';
import { tryFacts } from '../asking/try-facts.ts';
import { captureFailure, failedAnswer, fieldCapture } from '../capture/capture-results.ts';
import { type Captured, captureApp } from '../capture/captured.ts';
import type { FieldRun, RunOptions } from '../field-run.ts';
import { iosCaptureProbes } from './ios-capture-probes.ts';

const ANSWERS = 'ios.agent.answers';

interface IosRun extends RunOptions {
  readonly device: Device;
  readonly parts: AppleParts;
  /** Agrees that a signed copy replaces the app meanwhile. */
  readonly replace: boolean;
}

interface AskedIphone {
  readonly device: Device;
  readonly parts: AppleParts;
  readonly signal: AbortSignal;
}

const probes: Partial<Record<IosFactId, Probe<AskedIphone>>> = {
  'ios.mac.xcode': item('Xcode'),
  'ios.mac.identities': item('Signing identities'),
  'ios.mac.builds': item('Builds'),
  'ios.mac.developer-images': item('Developer images'),
  'ios.mac.agents': item('Agents'),
  'ios.usbmux.answers': item('usbmuxd'),
  'ios.device.listed': async ({ device: { row } }) => ({ listed: row.problem === undefined, system: systemOf(row) !== '' }),
  'ios.device.apps': async ({ device, signal }) => ({ apps: (await device.apps(signal)).length }),
  'ios.device.development-apps': async ({ device, signal }) => {
    const apps = await device.apps(signal);
    return { apps: apps.length, usable: apps.filter(({ problem }) => problem === undefined).length };
  },
};

/** Asks the tools of Apple and the device; facts of an app are untried without one. */
export async function verifyIos(options: IosRun): Promise<FieldRun> {
  const { device, parts, signal, app } = options;
  const captured = app === undefined ? undefined : await capture(options, app);
  const all: readonly (readonly [string, Fact])[] = Object.entries(iosFacts);
  const before = await tryFacts<AskedIphone>({
    facts: all.filter(([, { need }]) => need !== 'capture'),
    context: { api: 0 },
    probeOf: (id) => Object.entries(probes).find(([each]) => each === id)?.[1],
    fromOf: (_fact, within) => ({ device, parts, signal: within }),
    ...options,
  });
  const ofCapture = await tryFacts<Captured>({
    facts: all.filter(([, { need }]) => need === 'capture'),
    context: { api: 0 },
    probeOf: (id) => Object.entries(iosCaptureProbes).find(([each]) => each === id)?.[1],
    fromOf: () => (captured === undefined ? 'no-app' : captured instanceof LaglensError ? 'no-capture' : captured),
    ...options,
  });
  signal.throwIfAborted();
  const failed = captured instanceof LaglensError ? captured : undefined;
  return {
    device: deviceFacts(device.row),
    facts: [
      ...before,
      ...ofCapture.map((each) => (failed !== undefined && each.id === ANSWERS ? failedAnswer(ANSWERS, failed, each.ms) : each)),
    ],
    capture:
      captured === undefined || failed !== undefined || captured instanceof LaglensError ? undefined : fieldCapture(captured, 'own', []),
  };
}

async function capture({ device, seconds, version, signal, replace, say }: IosRun, app: string): Promise<Captured | LaglensError> {
  try {
    const consent = replace ? { consent: async () => true } : {};
    return await captureApp({
      ...{ device, target: { app }, launch: device.row.canLaunch, seconds, version, signal, ...consent },
      log: () => undefined,
    });
  } catch (error) {
    const failure = captureFailure(error);
    say(`${failure.message} ${failure.next}`);
    return failure;
  }
}

/** An item of the checklist; its words name people and builds, so only its verdict is taken. */
function item(title: string): Probe<AskedIphone> {
  return async ({ parts, signal }) => {
    const found: ChecklistItem | undefined = iosChecklist.find((each) => each.title === title);
    try {
      const finding = await found?.check?.(parts, signal);
      if (finding?.verdict === 'warning') throw new Untried('not-set-up');
      return { fulfilled: finding?.verdict === 'ok' };
    } catch (error) {
      if (error instanceof LaglensError && error.code === 'xcode-missing') throw new Untried('needs-mac');
      throw error;
    }
  };
}

function systemOf({ detail }: DeviceRow): string {
  return versionText(/\biOS (\d{1,3}(?:\.\d{1,3})*)/.exec(detail)?.[1] ?? '');
}

/** The row's name is the owner's, so only its detail is read. */
function deviceFacts(row: DeviceRow): FieldDevice {
  const model = /\b(?:iPhone|iPad|iPod)\d{1,3},\d{1,3}\b/.exec(row.detail)?.[0];
  return { vendor: 'Apple', model: model ?? row.kind, system: systemOf(row), abis: ['arm64'], adbFeatures: [] };
}
