import * as vscode from 'vscode';
import type { AppRow, DeviceRow } from '../../host/devices/device.ts';
import { deviceDescription } from '../capture/pick-device.ts';
import type { StartArguments } from '../capture/start-arguments.ts';
import { commandId } from '../contributions/commands.ts';
import type { TreeRow } from '../surface/trees.ts';

/** A row that a capture can start from, which commands get as their argument. */
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
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly details: string;
  readonly icon: string;
  readonly color?: string;
  readonly kind: string;
  readonly children?: 'collapsed' | 'expanded';
  readonly command?: string;
  readonly target: StartArguments;

  constructor(row: DeviceRow, isOpen: boolean) {
    this.row = row;
    this.id = `${row.kind} ${row.id}`;
    this.label = row.name;
    // The reason comes first, as narrow rows are cut.
    this.description = [row.problem?.why ?? '', row.detail].filter((part) => part !== '').join(' — ');
    this.details = [row.name, deviceDescription(row), row.problem?.next ?? ''].filter((line) => line !== '').join('\n');
    // The row of a kind without devices has the kind as its id.
    this.target = { device: row.id === row.kind && row.kind !== 'jvm' ? 'phone' : row.id };
    this.icon = row.problem !== undefined ? 'circle-slash' : row.kind === 'jvm' ? 'vm' : 'device-mobile';
    if (row.canBoot === true) {
      this.kind = 'device.off';
    } else if (row.problem !== undefined) {
      this.kind = 'device.problem';
      this.color = 'list.warningForeground';
      this.command = commandId('diagnose');
    } else {
      this.kind = row.canLaunch ? 'device.launch' : 'device';
      this.children = isOpen ? 'expanded' : 'collapsed';
    }
  }
}

/** An app of a device, with a button that records it. */
export class AppNode implements CaptureRow {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly details: string;
  readonly icon: string;
  readonly color?: string;
  readonly kind: string;
  readonly target: StartArguments;

  constructor(device: DeviceRow, app: AppRow, isRecording: boolean) {
    const { id, name, detail, problem, processes, notes } = app;
    this.id = `${device.kind} ${device.id} ${id}`;
    this.label = name;
    const about = id === name ? detail : `${id} ${detail}`.trim();
    this.description = problem === undefined ? about : [problem.why, about].join(' — ');
    this.details = [name, about, ...(problem === undefined ? notes : [problem.why, problem.next])].filter((line) => line !== '').join('\n');
    this.target = { device: device.id, app: id };
    const isRunning = processes.length > 0;
    this.icon = isRecording ? 'record' : problem !== undefined ? 'circle-slash' : isRunning ? 'play-circle' : 'package';
    if (isRecording) this.color = 'charts.red';
    else if (problem === undefined && isRunning) this.color = 'charts.green';
    const launch = device.canLaunch ? '.launch' : '';
    this.kind = isRecording ? 'app.recording' : problem !== undefined ? 'app.problem' : isRunning ? `app.running${launch}` : `app${launch}`;
  }
}

/** A sentence in place of apps. */
export function remarkRow(device: DeviceRow, text: string): TreeRow {
  return { id: `${device.kind} ${device.id} remark`, label: '', description: text, details: text, kind: 'remark' };
}

/** Phones before simulators, as a Mac has many; then this computer; unusable ones last. */
const kinds: readonly DeviceRow['kind'][] = ['android', 'ios', 'simulator', 'jvm'];

export function sortedDevices(rows: readonly DeviceRow[]): readonly DeviceRow[] {
  const place = (row: DeviceRow): number => kinds.indexOf(row.kind) + (row.problem === undefined ? 0 : row.canBoot === true ? 10 : 20);
  return rows.toSorted((a, b) => place(a) - place(b));
}

/** Installed apps that cannot be captured are left out: phones have hundreds. */
export function listedApps(apps: readonly AppRow[]): readonly AppRow[] {
  return apps.filter(({ group }) => group !== 'other');
}

export function noAppsText(device: DeviceRow): string {
  return device.kind === 'jvm' ? vscode.l10n.t('No Java program runs here.') : vscode.l10n.t('No debuggable app is installed.');
}
