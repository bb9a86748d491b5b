import type { ExportTask, ProfileWriter } from '../../core/export/profile-writer.ts';

/** The file of a writer, whose pieces do not outlive the next. */
export function writtenProfile(write: ProfileWriter, task: ExportTask): Buffer {
  const pieces: Buffer[] = [];
  for (const piece of write(task)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
