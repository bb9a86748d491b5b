import * as vscode from 'vscode';
import { type AppLimits, limitsOf } from '../../../core/analysis/lags/app-limits.ts';
import { type SettingName, settings } from '../../contributions/settings.ts';

const LEAST_INTERVAL_MS = 1;
/** Of a list or map: those of a hostile folder are searched for each class and each file. */
const MOST_ENTRIES = 1_000;
/** Most letters of a text; longer ones count as wrong. */
const MOST_LETTERS = 4_096;

/** The settings in range, times in microseconds. */
interface Settings {
  readonly thresholdUs: number;
  readonly limits: AppLimits;
  /** Undefined: the device's default. */
  readonly intervalUs: number | undefined;
  readonly allThreads: boolean;
  /** Frames. */
  readonly stackDepth: number;
  /** On iOS. */
  readonly blockingCalls: boolean;
  /** On Android and desktop virtual machines. */
  readonly allocations: boolean;
  /** Reports hangs while the panel is hidden. */
  readonly notifyHangs: boolean;
  readonly appPackages: readonly string[];
  /** Symbol paths as written; relative paths are below the workspace folders. */
  readonly symbolPaths: readonly string[];
  /** Folders of builds made elsewhere -> folders here. */
  readonly sourceMap: Readonly<Record<string, string>>;
  readonly preLaunchTask: string;
  /** Names of configurations whose runs are captured. */
  readonly launchConfigurations: readonly string[];
  /** Empty: searched in the usual places. */
  readonly adbPath: string;
  /** `host:port`, empty: the default. */
  readonly adbServer: string;
  /** Empty: the one in PATH. */
  readonly xcrunPath: string;
  readonly keepSessions: number;
  readonly maxSessionBytes: number;
}

/** Reads the settings. People edit settings.json, so types and ranges may be wrong. */
export function readSettings(): Settings {
  const given = vscode.workspace.getConfiguration('laglens');
  const value = (name: SettingName): unknown => given.get(name);
  const text = (name: SettingName): string => {
    const written = value(name);
    return isShort(written) ? written.trim() : '';
  };
  const keep = settings['sessions.keep'].schema;
  const maxSize = settings['sessions.maxSizeMB'].schema;
  return {
    thresholdUs: inRange(value('threshold'), settings.threshold.schema) * 1000,
    limits: limitsOf({
      cpu: inRange(value('limits.cpu'), settings['limits.cpu'].schema),
      battery: inRange(value('limits.battery'), settings['limits.battery'].schema),
      memoryMB: inRange(value('limits.memoryMB'), settings['limits.memoryMB'].schema),
      memoryGrowthMB: inRange(value('limits.memoryGrowthMB'), settings['limits.memoryGrowthMB'].schema),
    }),
    intervalUs: intervalUs(inRange(value('interval'), settings.interval.schema)),
    allThreads: text('threads') !== 'main',
    stackDepth: Math.round(inRange(value('stackDepth'), settings.stackDepth.schema)),
    blockingCalls: value('blockingCalls') !== false,
    allocations: value('allocations') === true,
    notifyHangs: value('notifyHangs') !== false,
    appPackages: textList(value('appPackages')),
    symbolPaths: textList(value('symbolPaths')),
    sourceMap: textMap(value('sourceMap')),
    preLaunchTask: text('preLaunchTask'),
    launchConfigurations: textList(value('launchConfigurations')),
    adbPath: text('adbPath'),
    adbServer: text('adbServer'),
    xcrunPath: text('xcrunPath'),
    keepSessions: inRange(value('sessions.keep'), keep),
    maxSessionBytes: inRange(value('sessions.maxSizeMB'), maxSize) * 2 ** 20,
  };
}

/** @param ms 0 is automatic */
function intervalUs(ms: number): number | undefined {
  return ms === 0 ? undefined : Math.round(Math.max(ms, LEAST_INTERVAL_MS) * 1000);
}

interface NumberSchema<Default> {
  readonly default: Default;
  readonly minimum: number;
  readonly maximum?: number;
}

/** The number within the schema's range, else the default. */
function inRange<Default>(
  value: unknown,
  { default: fallback, minimum, maximum = Number.MAX_SAFE_INTEGER }: NumberSchema<Default>,
): number | Default {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, minimum), maximum) : fallback;
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MOST_LETTERS;
}

export function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.slice(0, MOST_ENTRIES).filter((each) => isShort(each) && each !== '') : [];
}

export function textMap(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST_ENTRIES)
      .flatMap(([key, each]) => (isShort(key) && isShort(each) ? [[key, each]] : [])),
  );
}

/** Changes a Laglens setting in the workspace, else in the user's settings. */
export async function keepSetting(name: string, change: (before: unknown) => unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration('laglens');
  const inspected = settings.inspect(name);
  const hasWorkspace = (vscode.workspace.workspaceFolders ?? []).length > 0;
  const before = hasWorkspace ? inspected?.workspaceValue : inspected?.globalValue;
  const target = hasWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update(name, change(before), target);
}

/** A path for committed settings, relative to its workspace folder, which is `.`. */
export function pathInSettings(uri: vscode.Uri): string {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.path;
  if (root === undefined) return uri.fsPath;
  if (uri.path === root) return '.';
  return uri.path.startsWith(`${root}/`) ? uri.path.slice(root.length + 1) : uri.fsPath;
}
