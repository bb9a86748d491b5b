import { seededRandom } from '../../../../tests/core/sample-stream.ts';

/** Monday, 2 November 2026, in UTC. */
export const FIRST_DAY_MS = Date.UTC(2026, 10, 2);
export const DAY_MS = 86_400_000;
export const FLEET_DAYS = 28;

export interface FleetOptions {
  readonly seed: number;
  /** A multiple of 10. */
  readonly sessions: number;
  /** False: the same fleet without any change in time. */
  readonly changes?: boolean;
}

/** Lags of one cause. Without changes its sessions are alike from the first day to the last. */
export interface PlannedGroup {
  /** Class and method, as answers show them. */
  readonly label: string;
  /** Screen in front, without its package. */
  readonly screen: string;
  readonly cause: 'busy' | 'sleep';
  readonly lengthMs: number;
  /** Lags in a session that has the group; 1 if not given. */
  readonly count?: number;
  /** Share of sessions that have it; 1 if not given. */
  readonly share?: number;
  /** The only device that has it. */
  readonly device?: string;
  /** How much longer its lags are than `lengthMs` in a version, on a day from 0; 0 for none. */
  readonly factor?: (version: string, day: number) => number;
  /** False: only a change brings it. */
  readonly always?: boolean;
}

export interface PlannedApp {
  readonly app: string;
  /** Of ten sessions. */
  readonly tenths: number;
  /** With their first day, from 0. */
  readonly versions: readonly (readonly [version: string, firstDay: number])[];
  readonly groups: readonly PlannedGroup[];
}

export interface PlannedLag {
  readonly group: PlannedGroup;
  readonly lengthMs: number;
}

export interface PlannedSession {
  /** Position in the fleet, from 0. */
  readonly index: number;
  readonly app: string;
  readonly version: string;
  readonly device: string;
  /** Wall clock since 1970; different for each session. */
  readonly beginMs: number;
  /** From 0. */
  readonly day: number;
  readonly lengthMs: number;
  /** In order, with equal pauses before, between and after them. */
  readonly lags: readonly PlannedLag[];
}

export const badDevice = 'Old Phone';
export const noisyDevice = 'Shared Phone';
const devices = ['Pixel 8', 'Pixel 9', badDevice, 'Galaxy S25', 'Galaxy A16', noisyDevice, 'Xperia 10', 'Fairphone 5'] as const;

/** On this day a server answers too late, so that no session of the shop holds its budget. */
export const outageDay = 5;
/** From this day on the map's tiles need longer, in an old version. */
export const slowTilesDay = 14;

const onDevices: readonly PlannedGroup[] = [
  { label: 'Art.draw', screen: 'ArtActivity', cause: 'busy', lengthMs: 300, count: 3, device: badDevice },
  { label: 'Disk.load', screen: 'ArtActivity', cause: 'busy', lengthMs: 700, share: 0.5, device: noisyDevice },
];

const in110 =
  (factor: number, before = 1) =>
  (version: string): number =>
    version === '1.10' ? factor : before;

/** The shop's newest version has regressions, a new group and fixes; the map changes within a version; notes never change. */
export const fleetApps: readonly PlannedApp[] = [
  {
    app: 'com.example.shop',
    tenths: 6,
    versions: [
      ['1.8', 0],
      ['1.9', 9],
      ['1.10', 19],
    ],
    groups: [
      { label: 'Cart.total', screen: 'CartActivity', cause: 'busy', lengthMs: 200, factor: in110(2) },
      { label: 'Feed.show', screen: 'FeedActivity', cause: 'busy', lengthMs: 160, factor: in110(1.15) },
      { label: 'Old.sync', screen: 'FeedActivity', cause: 'sleep', lengthMs: 150, factor: in110(0) },
      { label: 'Search.match', screen: 'SearchActivity', cause: 'busy', lengthMs: 190, factor: in110(0.8) },
      { label: 'Wish.sort', screen: 'CartActivity', cause: 'busy', lengthMs: 250, count: 2, factor: in110(1, 0), always: false },
      { label: 'Login.check', screen: 'LoginActivity', cause: 'sleep', lengthMs: 140, share: 0.5 },
      {
        label: 'Server.ask',
        screen: 'LoginActivity',
        cause: 'sleep',
        lengthMs: 1_400,
        factor: (_, day) => (day === outageDay ? 1 : 0),
        always: false,
      },
      ...onDevices,
    ],
  },
  {
    app: 'com.example.maps',
    tenths: 2,
    versions: [['5.0', 0]],
    groups: [
      {
        label: 'Tiles.load',
        screen: 'MapActivity',
        cause: 'sleep',
        lengthMs: 150,
        count: 2,
        factor: (_, day) => (day < slowTilesDay ? 1 : 2.5),
      },
      { label: 'Route.draw', screen: 'RouteActivity', cause: 'busy', lengthMs: 200 },
      ...onDevices,
    ],
  },
  {
    app: 'com.example.notes',
    tenths: 2,
    versions: [
      ['2.9', 0],
      ['2.10', 14],
    ],
    groups: [
      { label: 'Note.save', screen: 'NoteActivity', cause: 'busy', lengthMs: 200 },
      { label: 'List.bind', screen: 'ListActivity', cause: 'busy', lengthMs: 140, count: 2 },
      { label: 'Font.load', screen: 'ListActivity', cause: 'sleep', lengthMs: 160, share: 0.3 },
      ...onDevices,
    ],
  },
];

/** Each lag of a group differs by up to this share. */
const LENGTH_SPREAD = 0.2;
const LENGTH_MS = 50_000;
const LENGTH_SPREAD_MS = 10_000;

/** One session of a fleet: the same for equal options and indices, without knowledge of others. */
export function plannedSession({ seed, sessions, changes = true }: FleetOptions, index: number): PlannedSession {
  let tenth = index % 10;
  const { app, tenths, versions, groups } =
    fleetApps.find((each) => {
      tenth -= each.tenths;
      return tenth < 0;
    }) ?? fail(index);
  const rank = Math.floor(index / 10) * tenths + tenth + tenths;
  const days = (rank / ((sessions / 10) * tenths)) * FLEET_DAYS;
  const day = Math.floor(days);
  const [version] = versions.findLast(([, first]) => first <= day) ?? fail(index);
  const device = devices[rank % devices.length] ?? fail(index);
  const random = seededRandom(Math.imul(seed + 1, 0x9e3779b1) + Math.imul(index, 0x85ebca6b));
  const lengthMs = LENGTH_MS + Math.floor(random() * LENGTH_SPREAD_MS);
  const lags: PlannedLag[] = [];
  for (const group of groups) {
    const factor = changes ? (group.factor?.(version, day) ?? 1) : group.always === false ? 0 : 1;
    const has = random() < (group.share ?? 1) && (group.device ?? device) === device && factor > 0;
    for (let count = 0; has && count < (group.count ?? 1); count++)
      lags.push({ group, lengthMs: Math.round(group.lengthMs * factor * (1 - LENGTH_SPREAD + 2 * LENGTH_SPREAD * random())) });
  }
  return { index, app, version, device, beginMs: FIRST_DAY_MS + Math.floor(days * DAY_MS) + index, day, lengthMs, lags };
}

/** In order. */
export function* plannedFleet(options: FleetOptions): Generator<PlannedSession> {
  for (let index = 0; index < options.sessions; index++) yield plannedSession(options, index);
}

function fail(index: number): never {
  throw new RangeError(`No session has the index ${index}.`);
}
