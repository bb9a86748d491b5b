import * as vscode from 'vscode';
import { defaultSampling, STACK_DEPTHS } from '../../host/capture/capture-state.ts';
import { THRESHOLD_RANGE_US } from '../../protocol/page-protocol.ts';

/** The settings as the rest of the extension wants them: in range, in microseconds. */
export interface Settings {
  readonly thresholdUs: number;
  /** Undefined: as the device's default is. */
  readonly intervalUs: number | undefined;
  readonly allThreads: boolean;
  /** Frames. */
  readonly stackDepth: number;
  /** On iOS. */
  readonly blockingCalls: boolean;
  /** On Android and desktop virtual machines. */
  readonly allocations: boolean;
  /** Hangs are told while the panel is not visible. */
  readonly notifyHangs: boolean;
  readonly appPackages: readonly string[];
  /** Files and folders with symbols, as written: relative ones are below the workspace's folders. */
  readonly symbolPaths: readonly string[];
  /** Places of builds that were made elsewhere -> folders here. */
  readonly sourceMap: Readonly<Record<string, string>>;
  readonly preLaunchTask: string;
  /** Empty: searched in the usual places. */
  readonly adbPath: string;
  /** `host:port`, empty: the default. */
  readonly adbServer: string;
  /** Empty: the one in PATH. */
  readonly xcrunPath: string;
  readonly keepSessions: number;
  readonly maxSessionBytes: number;
}

/** Reads the settings; values of a wrong type or out of range are pulled back, as settings.json is written by hand. */
export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration('laglens');
  const number = (name: string, fallback: number, least: number, most: number): number => {
    const value: unknown = settings.get(name);
    return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, least), most) : fallback;
  };
  const text = (name: string): string => {
    const value: unknown = settings.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const texts = (name: string): readonly string[] => textList(settings.get(name));
  return {
    thresholdUs: number('threshold', 100, THRESHOLD_RANGE_US.least / 1000, THRESHOLD_RANGE_US.most / 1000) * 1000,
    intervalUs: Math.round(number('interval', 0, 1, 50) * 1000) || undefined,
    allThreads: text('threads') !== 'main',
    stackDepth: Math.round(number('stackDepth', defaultSampling.depth, STACK_DEPTHS.least, STACK_DEPTHS.most)),
    blockingCalls: settings.get('blockingCalls') !== false,
    allocations: settings.get('allocations') === true,
    notifyHangs: settings.get('notifyHangs') !== false,
    appPackages: texts('appPackages'),
    symbolPaths: texts('symbolPaths'),
    sourceMap: textMap(settings.get('sourceMap')),
    preLaunchTask: text('preLaunchTask'),
    adbPath: text('adbPath'),
    adbServer: text('adbServer'),
    xcrunPath: text('xcrunPath'),
    keepSessions: number('sessions.keep', 20, 1, 1000),
    maxSessionBytes: number('sessions.maxBytes', 1 << 30, 10 << 20, Number.MAX_SAFE_INTEGER),
  };
}

/** What of a list is texts. */
export function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each !== '') : [];
}

/** What of an object is texts by names. */
export function textMap(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (typeof each === 'string' ? [[key, each]] : [])));
}
