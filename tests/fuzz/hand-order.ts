import type { Door } from './door.ts';

/** What a thread that tries inputs is asked for. */
export interface HandOrder {
  /** Module with the list `doors`, as `import.meta.resolve` gives it. */
  readonly module: string;
  /** Name of the door. */
  readonly door: string;
  readonly firstSeed: number;
  /** It ends after either. */
  readonly milliseconds: number;
  readonly count: number;
  /** The seed that is being tried, for the watchdog. */
  readonly progress: Float64Array;
}

export interface HandReport {
  readonly runs: number;
  readonly answered: number;
  readonly refused: number;
  readonly failed: number;
  readonly longest: { readonly ms: number; readonly seed: number };
  readonly largest: { readonly steps: number; readonly seed: number };
  /** Each with the path of the case that was kept. */
  readonly findings: readonly { readonly seed: number; readonly problem: string; readonly path: string }[];
}

export function assertOrder(value: unknown): asserts value is HandOrder {
  if (typeof value !== 'object' || value === null || !('door' in value) || !('progress' in value)) throw new TypeError('That is no order.');
}

/** The door of that name in a module's list. */
export function doorOf(module: unknown, name: string): Door {
  if (typeof module !== 'object' || module === null || !('doors' in module) || !Array.isArray(module.doors))
    throw new TypeError('No doors.');
  const doors: readonly Door[] = module.doors;
  const door = doors.find((each) => each.name === name);
  if (door === undefined) throw new Error(`There is no door named ${name}.`);
  return door;
}

export function assertReport(value: unknown): asserts value is HandReport {
  if (typeof value !== 'object' || value === null || !('findings' in value)) throw new TypeError('That is no report.');
}
