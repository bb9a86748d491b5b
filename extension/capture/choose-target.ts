import * as vscode from 'vscode';
import { LaglensError } from '../../core/errors.ts';
import { type AppRow, type AppTarget, type Device, type DeviceProvider, type DeviceRow, hasId } from '../../host/devices/device.ts';
import { isThisComputer } from '../../host/devices/device-kinds.ts';
import { deviceTexts } from '../../host/devices/device-texts.ts';
import { timeoutSignal } from '../../host/time-limits.ts';
import { commandId } from '../contributions/commands.ts';
import { confirm } from '../surface/notifications.ts';
import { withNotification } from '../surface/progress.ts';
import { readSettings } from '../surface/vscode/settings.ts';
import { connectOverWifi } from './connect-wifi.ts';
import { lastChoice } from './last-choice.ts';
import { pickApp, pickProcess } from './pick-app.ts';
import { pickDevice, troubleshootDevice } from './pick-device.ts';
import type { StartArguments } from './start-arguments.ts';

const APPS_MS = 10_000;

interface ChoiceServices {
  readonly memory: vscode.Memento;
  providers(): readonly DeviceProvider[];
  report(error: unknown): void;
}

export interface Chosen {
  readonly device: Device;
  readonly target: AppTarget;
  readonly name: string;
  readonly launch: boolean;
}

/**
 * Asks for missing arguments; undefined if cancelled.
 * @param samePid taken without a question if it is one of the app's several processes
 */
export async function chooseTarget(
  services: ChoiceServices,
  wanted: StartArguments,
  samePid: number | undefined,
): Promise<Chosen | undefined> {
  const launch = wanted.launch === true;
  const { preLaunchTask } = readSettings();
  const installs = launch && preLaunchTask !== '' ? preLaunchTask : undefined;
  const providers = services.providers();
  const last = lastChoice(services.memory);
  for (;;) {
    const row =
      wanted.device === undefined ? await askForDevice(services, last?.device, launch) : await findDevice(providers, wanted.device);
    if (row === undefined) return undefined;
    const device = await openDevice(providers, row);
    if (device === undefined) return undefined;
    const { app: id, process, pid, activity } = wanted;
    if (id !== undefined) {
      const one = { ...(process === undefined ? {} : { process }), ...(pid === undefined ? {} : { pid }) };
      const target = { app: id, ...one, ...(activity === undefined ? {} : { activity }) };
      return isThisComputer(row) && pid === undefined
        ? oneOfSeveral(device, target, samePid)
        : { device, target, name: process ?? id, launch };
    }
    const app = await pickApp(device, last?.device === row.id ? last.app : undefined, installs, services.report);
    if (app === 'back') {
      if (wanted.device !== undefined) return undefined;
      continue;
    }
    return app && (await targetOf(device, app, launch));
  }
}

async function askForDevice(services: ChoiceServices, last: string | undefined, launch: boolean): Promise<DeviceRow | undefined> {
  const providers = services.providers();
  const item = await pickDevice(providers, last, launch);
  if (item?.command === 'wifi') {
    const wifi = providers.find((provider) => provider.wifi !== undefined)?.wifi;
    const connected = wifi && (await connectOverWifi(wifi, services.report));
    if (connected === 'back') return askForDevice(services, last, launch);
    return connected && findDevice(providers, connected.id);
  }
  const unusable = item?.row?.problem !== undefined && item.row.canBoot !== true ? { device: troubleshootDevice(item.row) } : undefined;
  if (item?.command === 'diagnose' || unusable !== undefined) {
    await vscode.commands.executeCommand(commandId('diagnose'), unusable ?? item?.argument);
    return undefined;
  }
  const row = item?.row;
  if (row === undefined) return undefined;
  if (launch && !row.canLaunch && row.problem === undefined) {
    throw new LaglensError({
      code: 'launch-unsupported',
      message: vscode.l10n.t('Apps on {0} can’t be launched with the agent.', row.name),
      next: vscode.l10n.t('Start the app yourself, then use “Start Lag Capture”.'),
      action: 'pickApp',
    });
  }
  return row;
}

async function findDevice(providers: readonly DeviceProvider[], wanted: string): Promise<DeviceRow> {
  const rows = (await Promise.all(providers.map((provider) => provider.rows(timeoutSignal(10_000))))).flat();
  const row = rows.find((candidate) => hasId(candidate, wanted)) ?? rows.find((candidate) => candidate.name === wanted);
  if (row !== undefined) return row;
  throw new LaglensError({
    code: 'device-not-found',
    message: vscode.l10n.t('No device “{0}” found.', wanted),
    next: deviceTexts.connectIt,
    action: 'pickDevice',
  });
}

/** @returns undefined if the user refused to boot it @throws LaglensError if unusable, with its row's reason */
async function openDevice(providers: readonly DeviceProvider[], found: DeviceRow): Promise<Device | undefined> {
  const provider = providers.find((candidate) => candidate.kind === found.kind);
  if (provider === undefined) throw new RangeError(`No provider for devices of the kind ${found.kind}`);
  const row = found.canBoot === true ? await offerBoot(provider, found) : found;
  if (row === undefined) return undefined;
  if (row.problem !== undefined) {
    const { code, why, next } = row.problem;
    throw new LaglensError({ code, message: vscode.l10n.t('{0}: {1}.', row.name, why), next, action: 'diagnose' });
  }
  return provider.open(row.id, timeoutSignal(20_000));
}

/** A main class may run several times under one name, so ask which. */
async function oneOfSeveral(device: Device, target: AppTarget, samePid: number | undefined): Promise<Chosen | undefined> {
  const rows = await device.apps(timeoutSignal(APPS_MS));
  const app = rows.find(({ id }) => id === target.app);
  const same = app?.processes.find(({ pid }) => pid === samePid);
  if (same !== undefined) return { device, target: { ...target, process: same.name, pid: same.pid }, name: same.name, launch: false };
  if (app !== undefined && app.processes.length > 1) return targetOf(device, app, false);
  return { device, target, name: target.process ?? target.app, launch: false };
}

async function targetOf(device: Device, app: AppRow, launch: boolean): Promise<Chosen | undefined> {
  if (app.problem !== undefined) {
    const { code, why, next } = app.problem;
    throw new LaglensError({ code, message: vscode.l10n.t('{0}: {1}.', app.name, why), next, action: 'pickApp' });
  }
  if (launch || app.processes.length <= 1) return { device, target: { app: app.id }, name: app.id, launch };
  const process = await pickProcess(app);
  return process && { device, target: { app: app.id, process: process.name, pid: process.pid }, name: process.name, launch };
}

/**
 * Offers to boot a device.
 * @returns its row then; undefined if cancelled
 * @throws LaglensError if it does not boot
 */
async function offerBoot(provider: DeviceProvider, row: DeviceRow): Promise<DeviceRow | undefined> {
  const boot = vscode.l10n.t('Boot');
  const question = vscode.l10n.t('{0} is shut down. Boot it?', row.name);
  const detail = vscode.l10n.t('It stays booted after the capture. Simulator (Device Hub in Xcode 27) shows its screen.');
  if (!(await confirm({ question, detail }, boot))) return undefined;
  return await withNotification(vscode.l10n.t('Laglens: {0}', row.name), async (signal, progress) => {
    await provider.boot?.(row.id, { progress, signal });
    return (await provider.rows(signal)).find(({ id }) => id === row.id);
  });
}
