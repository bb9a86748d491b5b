import { isWithin } from './choose-files.ts';
import type { TestGroups } from './groups.ts';

interface GroupTime {
  files: number;
  /** By the clock. */
  ms: number;
  /** Of processors, as far as known. */
  cpuMs: number;
}

/**
 * Times of groups of test files. Files run side by side, so each moment is divided among the running ones: all groups together take the
 * clock's time. Themes choose from the same files and are no part of that sum.
 */
export class GroupTimes {
  readonly #groups: TestGroups;
  readonly #themes: TestGroups;
  readonly #times = new Map<string, GroupTime>();
  readonly #themeTimes = new Map<string, GroupTime>();
  readonly #running = new Map<string, readonly GroupTime[]>();
  #lastMs = 0;

  constructor(groups: TestGroups, themes: TestGroups = {}) {
    this.#groups = groups;
    this.#themes = themes;
  }

  begin(file: string, nowMs: number): void {
    this.#share(nowMs);
    const times = this.#timesOf(file);
    for (const time of times) time.files++;
    this.#running.set(file, times);
  }

  end(file: string, nowMs: number, cpuMs: number): void {
    this.#share(nowMs);
    for (const time of this.#running.get(file) ?? []) time.cpuMs += cpuMs;
    this.#running.delete(file);
  }

  /** In the order of the groups, without empty ones. */
  get times(): readonly (readonly [group: string, time: Readonly<GroupTime>])[] {
    return inOrder([...Object.keys(this.#groups), OTHER], this.#times);
  }

  get themeTimes(): GroupTimes['times'] {
    return inOrder(Object.keys(this.#themes), this.#themeTimes);
  }

  #share(nowMs: number): void {
    const ms = (nowMs - this.#lastMs) / Math.max(1, this.#running.size);
    for (const times of this.#running.values()) for (const time of times) time.ms += ms;
    this.#lastMs = nowMs;
  }

  #timesOf(file: string): readonly GroupTime[] {
    const [group = OTHER] = namesOf(this.#groups, file);
    return [timeOf(this.#times, group), ...namesOf(this.#themes, file).map((name) => timeOf(this.#themeTimes, name))];
  }
}

function namesOf(groups: TestGroups, file: string): readonly string[] {
  return Object.keys(groups).filter((name) => groups[name]?.some((path) => isWithin(file, path)));
}

function timeOf(times: Map<string, GroupTime>, name: string): GroupTime {
  const time = times.get(name) ?? { files: 0, ms: 0, cpuMs: 0 };
  times.set(name, time);
  return time;
}

function inOrder(names: readonly string[], times: ReadonlyMap<string, GroupTime>): GroupTimes['times'] {
  return names.flatMap((name) => {
    const time = times.get(name);
    return time === undefined ? [] : [[name, time] as const];
  });
}

/** Tests of no group: `tests/house` allows none. */
const OTHER = 'other';
