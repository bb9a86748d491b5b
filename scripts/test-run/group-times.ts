import { isWithin } from './choose-files.ts';
import type { TestGroups } from './groups.ts';

interface GroupTime {
  files: number;
  ms: number;
}

/**
 * How long each group of test files takes. Files run side by side, so each moment is divided among those that run: the times of all
 * groups are together the time that the clock shows.
 */
export class GroupTimes {
  readonly #groups: TestGroups;
  readonly #times = new Map<string, GroupTime>();
  readonly #running = new Map<string, GroupTime>();
  #lastMs = 0;

  constructor(groups: TestGroups) {
    this.#groups = groups;
  }

  begin(file: string, nowMs: number): void {
    this.#share(nowMs);
    const time = this.#timeOf(file);
    time.files++;
    this.#running.set(file, time);
  }

  end(file: string, nowMs: number): void {
    this.#share(nowMs);
    this.#running.delete(file);
  }

  /** In the order of the groups; those without files are left out. */
  get times(): readonly (readonly [group: string, time: Readonly<GroupTime>])[] {
    return [...Object.keys(this.#groups), OTHER].flatMap((name) => {
      const time = this.#times.get(name);
      return time === undefined ? [] : [[name, time] as const];
    });
  }

  #share(nowMs: number): void {
    const ms = (nowMs - this.#lastMs) / Math.max(1, this.#running.size);
    for (const time of this.#running.values()) time.ms += ms;
    this.#lastMs = nowMs;
  }

  #timeOf(file: string): GroupTime {
    const [name = OTHER] = Object.entries(this.#groups).find(([, paths]) => paths.some((path) => isWithin(file, path))) ?? [];
    const time = this.#times.get(name) ?? { files: 0, ms: 0 };
    this.#times.set(name, time);
    return time;
  }
}

/** Tests of no group: `tests/house` allows none. */
const OTHER = 'other';
