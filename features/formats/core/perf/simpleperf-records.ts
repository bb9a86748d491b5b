import { ByteFeed } from '../import/byte-feed.ts';
import { malformed, newerVersion } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { ProtoError, ProtoReader } from '../protobuf/proto-reader.ts';
import { SimpleperfReport } from './simpleperf-report.ts';

const LOOKS_LIKE = 'a report of simpleperf';
const MAGIC = 'SIMPLEPERF';
const VERSION = 1;
export function isSimpleperfRecords({ text }: Beginning): boolean {
  return text.startsWith(MAGIC);
}

/** Records with their sizes before them, of which files and threads follow the samples. */
export async function readSimpleperfRecords(task: ImportTask): Promise<void> {
  const { source, report, turns } = task;
  const feed = new ByteFeed(source);
  if (!(await feed.has(MAGIC.length + 2))) throw malformed(source.name, LOOKS_LIKE, 'ends within its head');
  feed.take(MAGIC.length);
  const [low = 0, high = 0] = feed.take(2);
  const version = low + high * 256;
  if (version !== VERSION) throw newerVersion(source.name, LOOKS_LIKE, String(version), String(VERSION));
  const records = new SimpleperfReport(task);
  try {
    for (;;) {
      const size = (await feed.has(4)) ? sizeOf(feed.take(4)) : undefined;
      if (size === 0) break;
      if (size === undefined || size > importLimits.heldBytes || !(await feed.has(size))) {
        report.truncated(`after ${records.recording.samples.toLocaleString('en')} samples`);
        break;
      }
      records.record(new ProtoReader(feed.take(size)));
      await turns.pause();
    }
  } catch (error) {
    if (error instanceof ProtoError) throw malformed(source.name, LOOKS_LIKE, error.message, error);
    throw error;
  }
  if (records.recording.samples === 0) throw malformed(source.name, LOOKS_LIKE, 'has no samples');
  await records.finish();
}

function sizeOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}
