/** Type of a column; null is unknown. Times are whole microseconds. */
export type ColumnType = 'text' | 'integer' | 'real' | 'flag';

/** Column names with type and meaning. */
export type Columns = Readonly<Record<string, readonly [type: ColumnType, about: string]>>;

/** Grows with every added column or table. */
export const LAKE_VERSION = 1;

/** First columns of every table. A session that is written again gets another, higher part; only its highest counts. */
const origin = {
  session: ['text', 'id, the same for each copy of the session'],
  part: ['text', 'id of the writing that brought the row; later ones are higher'],
} as const satisfies Columns;

export const originColumns = ['session', 'part'] as const;

const place = {
  screen: ['text', 'dotted class of the activity or view controller'],
  fragment: ['text', 'dotted class of the fragment in it'],
} as const satisfies Columns;

const source = {
  file: ['text', 'source file, as the build names it'],
  line: ['integer', 'from 1'],
} as const satisfies Columns;

/** Files lie in `TABLE/app=…/version=…/day=…/`; these three are columns, too. */
export const partitionColumns = ['app', 'version', 'day'] as const;

/** The published schema. Columns are only ever added, at a table's end. */
export const lakeTables = {
  sessions: {
    ...origin,
    path: ['text', 'file that the session was read from'],
    device: ['text', 'name of the device'],
    device_kind: ['text', 'android, jvm, ios, simulator or import'],
    system: ['text', 'android, jvm, ios, ios-simulator, macos, tvos, watchos or visionos'],
    runtime: ['text', 'virtual machine, or version of iOS with the model'],
    api_level: ['integer', 'of Android'],
    begin_us: ['integer', 'wall clock since 1970'],
    observed_us: ['integer', 'time in which lags could be seen'],
    threshold_us: ['integer', 'shortest lag'],
    lags: ['integer', 'number of lags'],
    lag_us: ['integer', 'their sum'],
    worst_us: ['integer', 'the longest lag'],
    frames: ['integer', 'frames of the display; null if not reported'],
    late_frames: ['integer', 'of them late'],
    peak_bytes: ['integer', 'peak memory of the process'],
  },
  lags: {
    ...origin,
    lag: ['text', 'id of the lag in its session'],
    group_key: ['text', 'the same for repetitions in all sessions and builds'],
    at_us: ['integer', 'begin since the session’s begin'],
    us: ['integer', 'length'],
    kind: ['text', 'kind of lag'],
    band: ['text', 'hitch, hang, longHang or anr'],
    cause: ['text', 'rule that explains it'],
    because: ['text', 'the cause in sentences'],
    ...place,
    busy_us: ['integer', 'on CPU'],
    blocked_us: ['integer', 'known waits'],
    ready_us: ['integer', 'ready, without a core'],
    gc_us: ['integer', 'stopped by garbage collections'],
    unknown_us: ['integer', 'none of these'],
    queued_us: ['integer', 'longest wait of a due message'],
  },
  groups: {
    ...origin,
    group_key: ['text', 'of the lags'],
    label: ['text', 'function to blame, or the kind in words'],
    ...source,
    because: ['text', 'why the longest lagged'],
    worst_us: ['integer', 'the longest'],
  },
  frames: {
    ...origin,
    ...place,
    frames: ['integer', 'within one second'],
    late: ['integer', 'of them late'],
  },
  stacks: {
    ...origin,
    stack: ['integer', 'number of the stack in its session and part, from 1'],
    caller: ['integer', 'stack below the innermost frame; 0 for none'],
    function: ['text', 'innermost frame'],
    ...source,
  },
  samples: {
    ...origin,
    run: ['integer', 'process of the session, from 0'],
    thread: ['text', 'name of the thread'],
    is_main: ['flag', 'main thread'],
    begin_us: ['integer', 'since the session’s begin'],
    end_us: ['integer', 'the same stack and state until then'],
    state: ['text', 'state of the thread'],
    stack: ['integer', '0 without frames'],
    cpu_us: ['integer', 'on CPU within the row; null if unknown'],
  },
  facts: {
    ...origin,
    name: ['text', 'name of the fact'],
    value: ['text', 'what it says'],
  },
} as const satisfies Readonly<Record<string, Columns>>;

export type LakeTable = keyof typeof lakeTables;

export const tableNames: readonly LakeTable[] = ['samples', 'stacks', 'frames', 'facts', 'groups', 'lags', 'sessions'];

/** Columns of a table's files in the schema's order, without the partition's. */
export function columnsOf(table: LakeTable): readonly (readonly [name: string, type: ColumnType])[] {
  const columns: Columns = lakeTables[table];
  return Object.entries(columns).map(([name, [type]]) => [name, type]);
}
