import type { DumpFrame } from '../../../../core/analysis/exit-traces/dump-frames.ts';
import { nativePlace } from '../../../../core/analysis/exit-traces/native-line.ts';
import { FrameRoom } from '../field/frame-room.ts';
import { importLimits } from '../import/import-limits.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { ProtoReader } from '../protobuf/proto-reader.ts';
import { noTombstone, type Tombstone, type TombstoneThread } from './tombstone.ts';

/** Numbers of system/core/debuggerd/proto/tombstone.proto. Older files have the process's name in place of its command line. */
const field = {
  fingerprint: 2,
  time: 4,
  pid: 5,
  tid: 6,
  commandLine: 9,
  signal: 10,
  abortMessage: 14,
  threads: 16,
} as const;
/** Architecture, revision, user, label, causes, memory, logs, files, uptime, sizes, guests, executable, kernel: of no interest. */
const LEFT_OUT: ReadonlySet<number> = new Set([1, 3, 7, 8, 15, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28]);
const signalField = { name: 2, codeName: 4 } as const;
/** An entry of the map of threads. */
const entryField = { value: 2 } as const;
const threadField = { id: 1, name: 2, frames: 4 } as const;
const frameField = { address: 1, function: 4, path: 6, buildId: 8 } as const;

/** Throws ProtoError for other bytes. A cut file gives its whole fields. */
export function tombstoneOf(reader: ProtoReader, report: ImportReport): Tombstone {
  const found = noTombstone();
  const text = new TextDecoder();
  const room = new FrameRoom();
  const read = (of: ProtoReader): string => text.decode(of.bytes().subarray(0, importLimits.letters));
  while (reader.next()) {
    if (reader.field === field.fingerprint) found.fingerprint = read(reader);
    else if (reader.field === field.time) found.time = read(reader);
    else if (reader.field === field.pid) found.pid = reader.unsigned();
    else if (reader.field === field.tid) found.tid = reader.unsigned();
    else if (reader.field === field.commandLine) found.process ||= read(reader);
    else if (reader.field === field.abortMessage) found.abortMessage = read(reader);
    else if (reader.field === field.signal) {
      for (const of = reader.message(); of.next(); ) {
        const isShown = of.field === signalField.name || of.field === signalField.codeName;
        if (isShown && found.signal.length < SIGNAL_WORDS) found.signal.push(read(of));
      }
    } else if (reader.field === field.threads) {
      if (found.threads.length === importLimits.threads) report.skipped('threads beyond the bound');
      else
        for (const of = reader.message(); of.next(); )
          if (of.field === entryField.value) found.threads.push(threadOf(of.message(), read, { room, report }));
    } else if (!LEFT_OUT.has(reader.field)) report.skipped('bytes of unknown kinds', reader.valueBytes);
  }
  if (reader.isCut) report.truncated(`after ${reader.position.toLocaleString('en')} bytes`);
  return found;
}

const SIGNAL_WORDS = 2;

interface Bounds {
  readonly room: FrameRoom;
  readonly report: ImportReport;
}

function threadOf(reader: ProtoReader, read: (of: ProtoReader) => string, { room, report }: Bounds): TombstoneThread {
  let tid = 0;
  let name = '';
  const frames: DumpFrame[] = [];
  while (reader.next()) {
    if (reader.field === threadField.id) tid = reader.unsigned();
    else if (reader.field === threadField.name) name = read(reader);
    else if (reader.field === threadField.frames) {
      const use = room.add(frames, frameOf(reader.message(), read));
      if (use !== true) report.skipped(use);
    }
  }
  return { tid, name, frames };
}

function frameOf(reader: ProtoReader, read: (of: ProtoReader) => string): DumpFrame {
  let address = 0;
  let symbol = '';
  let path = '';
  let buildId = '';
  while (reader.next()) {
    if (reader.field === frameField.address) address = reader.unsigned();
    else if (reader.field === frameField.function) symbol = read(reader);
    else if (reader.field === frameField.path) path = read(reader);
    else if (reader.field === frameField.buildId) buildId = read(reader);
  }
  return nativePlace({ address, symbol, path, buildId });
}
