import * as vscode from 'vscode';
import type { AppRow, DeviceRow } from '../../host/devices/device.ts';
import { byKind, iconOf, shownKinds, teachesConnection } from '../capture/device-kinds.ts';
import { deviceWords } from '../capture/device-words.ts';
import { deviceDescription, troubleshootDevice } from '../capture/pick-device.ts';
import type { StartArguments } from '../capture/start-arguments.ts';
import { commandId } from '../contributions/commands.ts';
import { localized } from '../surface/localized.ts';
import type { ShownRow, TreeRow } from '../surface/trees.ts';

/** A row that a capture can start from. */
export interface CaptureRow extends TreeRow {
  readonly target: StartArguments;
}

/** Arguments of commands on a row; undefined for any other argument. */
export function targetOf(argument: unknown): StartArguments | undefined {
  return argument instanceof DeviceNode || argument instanceof AppNode ? argument.target : undefined;
}

/** A device; its apps are below it. */
export class DeviceNode implements CaptureRow {
  readonly row: DeviceRow;
  readonly shown: ShownRow;
  readonly target: StartArguments;

  constructor(row: DeviceRow, isOpen: boolean) {
    this.row = row;
    this.shown = shownDevice(row, isOpen);
    this.target = { device: troubleshootDevice(row) };
  }
}

function shownDevice(row: DeviceRow, isOpen: boolean): ShownRow {
  const { id, kind, problem } = row;
  const { name, detail } = deviceWords(row);
  const shown = {
    id: `${kind} ${id}`,
    label: name,
    // Rows are narrow: all else is in the details.
    description: problem === undefined ? detail : teachesConnection(row) ? vscode.l10n.t('none connected') : localized(problem.why),
    details: [name, deviceDescription(row), localized(problem?.next ?? '')].filter((line) => line !== '').join('\n'),
    icon: iconOf(row),
  };
  if (row.canBoot === true) return { ...shown, kind: 'device.off' };
  if (problem !== undefined) return { ...shown, kind: 'device.problem', color: 'list.warningForeground', command: commandId('diagnose') };
  return { ...shown, kind: row.canLaunch ? 'device.launch' : 'device', children: isOpen ? 'expanded' : 'collapsed' };
}

/** An app of a device, with a button that records it. */
export class AppNode implements CaptureRow {
  readonly shown: ShownRow;
  readonly target: StartArguments;

  constructor(device: DeviceRow, app: AppRow, isRecording: boolean) {
    this.shown = shownApp(device, app, isRecording);
    this.target = { device: device.id, app: app.id };
  }
}

function shownApp(device: DeviceRow, { id, name, detail: given, problem, processes, notes }: AppRow, isRecording: boolean): ShownRow {
  const detail = localized(given);
  const about = id === name ? detail : `${id} ${detail}`.trim();
  const shown = {
    id: `${device.kind} ${device.id} ${id}`,
    label: name,
    description: problem !== undefined ? localized(problem.why) : id === name ? detail : id,
    details: [name, about, ...(problem === undefined ? notes : [problem.why, problem.next]).map(localized)]
      .filter((line) => line !== '')
      .join('\n'),
  };
  if (isRecording) return { ...shown, kind: 'app.recording', icon: 'record', color: 'charts.red' };
  if (problem !== undefined) return { ...shown, kind: 'app.problem', icon: 'circle-slash' };
  const launch = device.canLaunch ? '.launch' : '';
  if (processes.length === 0) return { ...shown, kind: `app${launch}`, icon: 'package' };
  return { ...shown, kind: `app.running${launch}`, icon: 'play-circle', color: 'charts.green' };
}

/** A sentence in place of apps. */
export function remarkRow(device: DeviceRow, text: string): TreeRow {
  return { shown: { id: `${device.kind} ${device.id} remark`, label: '', description: text, details: text, kind: 'remark' } };
}

/** Orders by kind, unusable ones last. */
export function sortedDevices(rows: readonly DeviceRow[]): readonly DeviceRow[] {
  const place = (row: DeviceRow): number => (row.problem === undefined ? 0 : row.canBoot === true ? 1 : 2);
  return byKind(rows).toSorted((a, b) => place(a) - place(b));
}

/** Installed apps that cannot be captured are left out: phones have hundreds. */
export function listedApps(apps: readonly AppRow[]): readonly AppRow[] {
  return apps.filter(({ group }) => group !== 'other');
}

export function noAppsText(device: DeviceRow): string {
  return shownKinds[device.kind].noApps();
}
