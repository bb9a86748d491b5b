/**
 * Method traces of ART, laid out by hand after `art/runtime/trace.h` and `trace.cc`.
 * `enter 4 at 10` is a call of method 4 that begins at 10 microseconds.
 */
export interface MadeEvent {
  readonly thread: number;
  /** A multiple of four. */
  readonly method: number;
  readonly what: 'enter' | 'exit' | 'unroll' | 'odd';
  readonly atUs: number;
  readonly cpuUs?: number;
}

const actions = { enter: 0, exit: 1, unroll: 2, odd: 3 } as const;

export const madeMethods: readonly (readonly [number, string])[] = [
  [0, 'android.os.Looper\tloop\t()V\tLooper.java'],
  [4, 'android.os.MessageQueue\tnativePollOnce\t(JI)V\tMessageQueue.java'],
  [8, 'android.os.Handler\tdispatchMessage\t(Landroid/os/Message;)V\tHandler.java'],
  [12, 'com.example.shop.CartHandler\thandleMessage\t(Landroid/os/Message;)V\tCart.java'],
  [16, 'com.example.shop.Cart\ttotal\t(I)I\tCart.java'],
];

export const madeThreads: readonly (readonly [number, string])[] = [
  [700, 'main'],
  [713, 'decoder'],
];

export function event(thread: number, what: MadeEvent['what'], method: number, atUs: number, cpuUs?: number): MadeEvent {
  return cpuUs === undefined ? { thread, method, what, atUs } : { thread, method, what, atUs, cpuUs };
}

type Clock = 'wall' | 'dual' | 'thread-cpu';

interface Regular {
  readonly version: 1 | 2 | 3;
  readonly clock: Clock;
  readonly events: readonly MadeEvent[];
  readonly threads?: readonly (readonly [number, string])[];
  readonly options?: readonly string[];
}

/** The form of `Debug.startMethodTracing`: a text head, then records. */
export function regularTrace({ version, clock, events, threads = madeThreads, options = [] }: Regular): Uint8Array {
  const head = ['*version', version, 'data-file-overflow=false', `clock=${clock}`, 'elapsed-time-usec=99', 'vm=art', 'pid=700', ...options];
  const names = threads.map(([id, name]) => `${id}\t${name}`);
  const methods = madeMethods.map(([id, line]) => `0x${id.toString(16)}\t${line}`);
  const text = [...head, '*threads', ...names, '*methods', ...methods, '*end', ''].join('\n');
  return join([Buffer.from(text), header(version, recordBytes(version)), ...events.map((each) => record(version, each))]);
}

/** The form of Android Studio: packets name threads and methods between the records. @param padding bytes behind each record, as ART 11 has */
export function streamedTrace(
  version: 2 | 3,
  events: readonly MadeEvent[],
  { clock = 'wall', padding = 0 }: { clock?: Clock; padding?: number } = {},
): Uint8Array {
  const named = [
    ...madeThreads.map(([id, name]) => join([numbers([0, 2], [2, 1], [id, 2], [name.length, 2]), Buffer.from(name)])),
    ...madeMethods.map(([id, line]) => textPacket(1, 2, `0x${id.toString(16)}\t${line}\n`)),
  ];
  const records = events.map((each) => join([record(version, each), Buffer.alloc(padding, 0x7f)]));
  const summary = textPacket(3, 4, ['*version', version, `clock=${clock}`, 'pid=700', '*threads', '*methods', '*end', ''].join('\n'));
  return join([header(0xf0 + version, recordBytes(version)), ...named, ...records, summary]);
}

/** Android 16's form. @param flush numbers of events of each block; differences restart in each */
export function packedTrace(version: 4 | 5, events: readonly MadeEvent[]): Uint8Array {
  const head = Buffer.alloc(32);
  head.write('SLOW');
  head.writeUInt16LE(0xf0 + version, 4);
  head.writeBigUInt64LE(5_000_000_000n, 6);
  const names = madeThreads.map(([id, name]) => join([numbers([0, 1], [id, 4], [name.length, 2]), Buffer.from(name)]));
  const methods = madeMethods.map(([id, line]) => join([numbers([1, 1], [BASE + id, 8], [line.length + 1, 2]), Buffer.from(`${line}\n`)]));
  const blocks = madeThreads.map(([id]) => {
    const own = events.filter(({ thread }) => thread === id);
    let [method, ns, cpuNs] = [0, 0, 0];
    const packed = own.flatMap((each) => {
      const next = BASE + each.method + actions[each.what];
      const bytes = [...signed(next - method), ...unsigned(each.atUs * 1000 - ns)];
      if (version === 5) bytes.push(...unsigned((each.cpuUs ?? 0) * 1000 - cpuNs));
      [method, ns, cpuNs] = [next, each.atUs * 1000, (each.cpuUs ?? 0) * 1000];
      return bytes;
    });
    return join([numbers([2, 1], [id, 4], [own.length, 3], [packed.length, 4]), Buffer.from(packed)]);
  });
  const summary = ['*version', version, 'clock=dual', 'pid=700', '*end', ''].join('\n');
  return join([head, ...names, ...methods, ...blocks, numbers([3, 1], [summary.length, 2]), Buffer.from(summary)]);
}

/** As Perfetto's reader has it: a counter with its frequency, and methods only where calls begin. */
export function counterTrace(events: readonly MadeEvent[], frequency: number): Uint8Array {
  const head = Buffer.alloc(32);
  head.write('SLOW');
  head.writeUInt16LE(4, 4);
  head.writeBigUInt64LE(BigInt(frequency), 22);
  const names = madeThreads.map(([id, name]) => join([numbers([0, 1], [id, 4], [name.length, 2]), Buffer.from(name)]));
  const methods = madeMethods.map(([id, line]) => join([numbers([1, 1], [BASE + id, 8], [line.length + 1, 2]), Buffer.from(`${line}\n`)]));
  const blocks = madeThreads.map(([id]) => {
    const own = events.filter(({ thread }) => thread === id);
    let [method, time] = [0, 0];
    const packed = own.flatMap((each) => {
      const next = 4 * Math.round((each.atUs * frequency) / 1e6) + actions[each.what];
      const bytes = signed(next - time);
      time = next;
      if (each.what !== 'enter') return bytes;
      const called = BASE + each.method;
      const both = [...bytes, ...signed(called - method)];
      method = called;
      return both;
    });
    return join([numbers([2, 1], [id, 4], [own.length, 3], [packed.length, 4]), Buffer.from(packed)]);
  });
  return join([head, ...names, ...methods, ...blocks, numbers([3, 1], [0, 2])]);
}

/** Methods of versions 4 and 5 are addresses. */
const BASE = 0x7f_1234_5000;

function header(version: number, bytes: number): Uint8Array {
  return join([Buffer.from('SLOW'), numbers([version, 2], [32, 2], [7_000_000, 8], [version % 16 >= 3 ? bytes : 0, 2]), Buffer.alloc(14)]);
}

function recordBytes(version: number): number {
  return version === 1 ? 9 : version === 2 ? 10 : 14;
}

function record(version: number, { thread, method, what, atUs, cpuUs = 0 }: MadeEvent): Uint8Array {
  const clocks: [number, number][] =
    version === 3
      ? [
          [cpuUs, 4],
          [atUs, 4],
        ]
      : [[atUs, 4]];
  return numbers([version === 1 ? thread % 256 : thread, version === 1 ? 1 : 2], [method + actions[what], 4], ...clocks);
}

function textPacket(code: number, lengthBytes: number, text: string): Uint8Array {
  return join([numbers([0, 2], [code, 1], [text.length, lengthBytes]), Buffer.from(text)]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Little-endian. */
function numbers(...values: readonly (readonly [number, number])[]): Uint8Array {
  return Uint8Array.from(values.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256)));
}

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) + (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return bytes;
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const low = ((rest % 128) + 128) % 128;
    rest = (rest - low) / 128;
    const isLast = (rest === 0 && low < 64) || (rest === -1 && low >= 64);
    bytes.push(isLast ? low : low + 128);
    if (isLast) return bytes;
  }
}

/** One of each form. */
const fewEvents = [
  event(700, 'enter', 0, 0, 0),
  event(700, 'enter', 8, 10, 5),
  event(713, 'enter', 16, 20, 0),
  event(700, 'exit', 8, 300, 100),
  event(713, 'unroll', 16, 400, 90),
];
export const artTraces = [
  regularTrace({ version: 3, clock: 'dual', events: fewEvents }),
  streamedTrace(2, fewEvents, { padding: 4 }),
  packedTrace(5, fewEvents),
  counterTrace(fewEvents, 19_200_000),
];
