import type { ErrorCode } from '../../core/errors.ts';
import { remoteHint } from '../devices/android/adb/remote-hint.ts';
import type { DeviceRow } from '../devices/device.ts';
import { isThisComputer, standsForKind } from '../devices/device-kinds.ts';
import { actionsOfTools, type CheckAction } from './checklist.ts';

/** The ways of a phone to this computer, in order. */
export const guideSteps = ['cable', 'debugging', 'allow'] as const;
export type GuideStep = (typeof guideSteps)[number];

/** The reason why a phone, or every phone, cannot be used. */
export interface Obstacle {
  /** Name of the device; empty for the tools. */
  readonly name: string;
  readonly why: string;
  readonly next: string;
  readonly actions: readonly CheckAction[];
}

export interface ConnectGuide {
  /** Steps before it are done. */
  readonly current: GuideStep;
  /** At the current step. */
  readonly obstacle?: Obstacle;
  /** For a remote window: the phone may be at another computer. */
  readonly elsewhere?: string;
}

/** A usable phone, or the way to one. Undefined for a phone that no step makes usable. */
export type Connection = { readonly ready: DeviceRow } | { readonly guide: ConnectGuide } | undefined;

interface Search {
  /** Id or name of the only device that counts. */
  readonly wanted: string | undefined;
  /** The remote window's kind. */
  readonly remote: string | undefined;
}

/** @param rows of all providers; those of this computer's programs do not count */
export function connectionOf(rows: readonly DeviceRow[], { wanted, remote }: Search): Connection {
  const phones = rows.filter((row) => !isThisComputer(row) && !standsForKind(row));
  const asked = wanted === undefined ? phones : phones.filter(({ id, name }) => id === wanted || name === wanted);
  const ready = asked.find(({ problem }) => problem === undefined);
  if (ready !== undefined) return { ready };
  // Booted only on request, so nothing is wrong with it.
  const present = asked.filter(({ canBoot }) => canBoot !== true);
  const elsewhere = remote === undefined ? {} : { elsewhere: remoteHint(remote) };
  const known = present.flatMap((row) => guideOf(row) ?? []).toSorted((a, b) => placeOf(b.current) - placeOf(a.current));
  const [nearest] = known;
  if (nearest !== undefined) return { guide: nearest };
  if (present.length > 0 || (wanted !== undefined && phones.some(({ problem }) => problem === undefined))) return undefined;
  const tools = rows.find(({ id, kind, problem }) => id === kind && problem?.code.startsWith('adb-') === true)?.problem;
  if (tools === undefined) return { guide: { current: 'cable', ...elsewhere } };
  const { code, why, next } = tools;
  // In a remote window its next step is the advice for those.
  const obstacle = { name: '', why, next: remote === undefined ? next : '', actions: actionsOfTools(code) };
  return { guide: { current: 'cable', obstacle, ...elsewhere } };
}

/** Undefined for a phone that cannot be made usable. */
function guideOf({ name, problem }: DeviceRow): ConnectGuide | undefined {
  const current = problem && stepsOfProblems[problem.code];
  if (problem === undefined || current === undefined) return undefined;
  return { current, obstacle: { name, why: problem.why, next: problem.next, actions: [] } };
}

function placeOf(step: GuideStep): number {
  return guideSteps.indexOf(step);
}

const stepsOfProblems: Readonly<Partial<Record<ErrorCode, GuideStep>>> = {
  'device-offline': 'cable',
  'device-wifi': 'cable',
  'device-no-permission': 'cable',
  'device-developer-mode': 'debugging',
  'device-unauthorized': 'allow',
  'device-locked': 'allow',
};
