import { ProtoWriter } from '../../core/protobuf/proto-writer.ts';

/** A frame: index of the file, index of its symbol (-1 if unknown), address in the file. */
type MadeFrame = readonly [file: number, symbol: number, address: number];

export type MadeRecord =
  | {
      readonly is: 'sample';
      readonly atMs: number;
      readonly tid: number;
      readonly countMs: number;
      readonly event?: number;
      readonly chain: readonly MadeFrame[];
    }
  | { readonly is: 'switch'; readonly atMs: number; readonly tid: number; readonly isOn: boolean };

export interface MadeReport {
  readonly events: readonly string[];
  readonly app?: string;
  readonly records: readonly MadeRecord[];
  readonly lost?: number;
  readonly files: readonly (readonly [path: string, ...symbols: string[]])[];
  readonly threads: readonly (readonly [tid: number, pid: number, name: string])[];
}

/** Records of `simpleperf report-sample --protobuf`, laid out by hand after `system/extras/simpleperf/cmd_report_sample.proto`. */
export function simpleperfReport({ events, app, records, lost = 0, files, threads }: MadeReport): Uint8Array {
  const parts = [Buffer.from('SIMPLEPERF'), Buffer.from([1, 0])];
  const add = (field: number, fill: (message: ProtoWriter) => void): void => {
    const message = new ProtoWriter();
    fill(message);
    const record = new ProtoWriter();
    record.message(field, message);
    const bytes = record.take();
    const size = Buffer.alloc(4);
    size.writeUInt32LE(bytes.length);
    parts.push(size, Buffer.from(bytes));
  };
  add(5, (meta) => {
    for (const event of events) meta.text(1, event);
    if (app !== undefined) meta.text(2, app);
  });
  for (const each of records) {
    if (each.is === 'switch') {
      add(6, (change) => {
        if (each.isOn) change.number(1, 1);
        change.number(2, each.atMs * 1e6, true);
        change.number(3, each.tid);
      });
      continue;
    }
    add(1, (sample) => {
      sample.number(1, each.atMs * 1e6, true);
      sample.number(2, each.tid);
      for (const [file, symbol, address] of each.chain) {
        const frame = new ProtoWriter();
        frame.number(1, address);
        frame.number(2, file);
        frame.number(3, symbol, true);
        sample.message(3, frame);
      }
      sample.number(4, each.countMs * 1e6);
      sample.number(5, each.event ?? 0);
    });
  }
  add(2, (situation) => {
    situation.number(1, records.length);
    situation.number(2, lost);
  });
  for (const [id, [path, ...symbols]] of files.entries()) {
    add(3, (file) => {
      file.number(1, id);
      file.text(2, path);
      for (const symbol of symbols) file.text(3, symbol);
    });
  }
  for (const [tid, pid, name] of threads) {
    add(4, (thread) => {
      thread.number(1, tid);
      thread.number(2, pid);
      thread.text(3, name);
    });
  }
  return new Uint8Array(Buffer.concat([...parts, Buffer.alloc(4)]));
}

/** One of each kind of record. */
export const simpleperfSeed = simpleperfReport({
  events: ['cpu-clock', 'sched:sched_switch'],
  app: 'com.example.shop',
  records: [
    { is: 'switch', atMs: 1, tid: 7, isOn: true },
    {
      is: 'sample',
      atMs: 4,
      tid: 7,
      countMs: 2,
      chain: [
        [0, 0, 16],
        [0, 1, 32],
      ],
    },
    {
      is: 'sample',
      atMs: 5,
      tid: 7,
      countMs: 1,
      event: 1,
      chain: [
        [1, -1, 64],
        [0, 1, 32],
      ],
    },
    { is: 'switch', atMs: 5, tid: 7, isOn: false },
    { is: 'sample', atMs: 6, tid: 9, countMs: 2, chain: [[0, 1, 48]] },
  ],
  lost: 2,
  files: [
    ['/data/app/base.apk', 'void com.example.shop.Cart.total(int)', 'main'],
    ['[kernel.kallsyms]', 'schedule'],
  ],
  threads: [
    [7, 7, 'com.example.shop'],
    [9, 7, 'decoder'],
  ],
});

const sample = ['sample:', '  event_type: cpu-clock', '  time: 9000000', '  event_count: 2000000', '  thread_id: 7', '  thread_name: main'];
export const reportSampleSeed = [
  'meta_info:',
  '  trace_offcpu: true',
  ...sample,
  '  vaddr_in_file: 4f',
  '  file: /data/shop',
  '  symbol: total',
  'context_switch:',
  '  switch_on: false',
  '  time: 9100000',
  '  thread_id: 7',
  '',
].join('\n');

export const perfScriptSeed = [
  '# captured on',
  'main 7/7 [000] 10.010000:   10000000 cpu-clock:',
  '\t 400577 com.example.Cart.total+0x1f (/tmp/perf-7.map)',
  '\t 0 [unknown] ([unknown])',
  '',
  'main 7/7 [000] 10.02: 1 sched:sched_switch: prev_comm=main prev_pid=7 prev_prio=120 prev_state=D ==> next_comm=b next_pid=9 next_prio=1',
  '\t ffffffff81 schedule ([kernel.kallsyms])',
  '\t 42 fsync (/lib/libc.so)',
  '',
].join('\n');
