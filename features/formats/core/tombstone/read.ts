import { named } from '../field/apple-facts.ts';
import { DumpImages } from '../field/dump-images.ts';
import { dumpTime } from '../field/dump-time.ts';
import type { ReportThread } from '../field/field-report.ts';
import { layOut } from '../field/lay-out.ts';
import { allBytes } from '../import/byte-source.ts';
import { eachLine } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { ProtoError, ProtoReader } from '../protobuf/proto-reader.ts';
import type { Tombstone } from './tombstone.ts';
import { tombstoneOf } from './tombstone-proto.ts';
import { TombstoneText } from './tombstone-text.ts';

const LOOKS_LIKE = 'a tombstone of Android';
const TEXT = /^[^\n]{0,80}pid: \d{1,9}, tid: \d{1,9}[^\n]{0,800}>>> /m;
/** A crash has a signal; the stack may be missing. */
const SIGNAL = /^[^\n]{0,80}signal \d{1,3} \(\w|^[^\n]{0,80}backtrace:/m;
/** `google/panther/panther:14/UQ1A/1:user/release-keys`, a field of text after the architecture. */
const FINGERPRINT = /^[\w.+-]{1,60}\/[\w.+-]{1,80}\/[\w.+-]{1,80}:[\w.+-]{1,40}\/[^\s]{1,200}$/;
/** Before the fingerprint there is at most the architecture. */
const FIRST_FIELDS = 2;

export function looksLikeTombstone({ bytes, text }: Beginning): boolean {
  return isProto(bytes) || (TEXT.test(text) && SIGNAL.test(text));
}

/** A crash: stacks of one moment, no lag. */
export async function readTombstone(task: ImportTask): Promise<void> {
  const { source, builder, report } = task;
  const found = await tombstoneIn(task);
  const { wallUs, hasZone } = dumpTime(found.time);
  if (wallUs !== undefined && !hasZone) report.assumed('Times are UTC: the crash has no time zone.');
  builder.process({
    ...named(found.process),
    pid: found.pid,
    system: 'android',
    version: found.fingerprint,
    ...(wallUs === undefined ? {} : { wallUs }),
  });
  const images = new DumpImages(builder);
  const threads = found.threads.map(({ tid, name, frames }): ReportThread => {
    const stack = images.stack(frames);
    // Main has the process's number; its name is the end of the application's id.
    const isMain = tid === found.pid;
    return { name: isMain ? 'main' : name, tid, isMain, group: '', stacks: stack === 0 ? [] : [{ stack, weight: 1 }] };
  });
  if (threads.every(({ stacks }) => stacks.length === 0)) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  await layOut([{ title: titleOf(found), lastsUs: undefined, threads }], task);
}

async function tombstoneIn(task: ImportTask): Promise<Tombstone> {
  const { source, report } = task;
  const bytes = await allBytes(source, importLimits.heldBytes);
  if (!isProto(bytes)) {
    const text = new TombstoneText();
    const { name, size } = source;
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
    };
    await eachLine({ ...task, source: { name, size, chunks } }, (line) => text.add(line));
    return text.found;
  }
  try {
    return tombstoneOf(new ProtoReader(bytes), report);
  } catch (error) {
    if (error instanceof ProtoError) throw malformed(source.name, LOOKS_LIKE, `is damaged: ${error.message}`, error);
    throw error;
  }
}

const PIECE_BYTES = 64 << 10;

function isProto(bytes: Uint8Array): boolean {
  const reader = new ProtoReader(bytes);
  try {
    for (let at = 0; at < FIRST_FIELDS && reader.next(); at++) {
      if (reader.field === 2) return reader.valueBytes < 500 && FINGERPRINT.test(new TextDecoder().decode(reader.bytes()));
      if (reader.field !== 1) return false;
    }
  } catch (error) {
    if (!(error instanceof ProtoError)) throw error;
  }
  return false;
}

function titleOf({ signal, tid, pid, threads, abortMessage }: Tombstone): string {
  const crashed = threads.find((each) => each.tid === tid);
  const name = crashed === undefined || tid === pid ? 'main' : crashed.name || `${tid}`;
  const message = abortMessage === '' ? '' : `: ${abortMessage.slice(0, 300)}`;
  return `Android: crash ${[...signal, `thread ${name}`].join(', ')}${message}`;
}
