import { createReadStream } from 'node:fs';

/**
 * Opens the file on demand: an unread stream would stay open, and a missing file would end the program.
 * @throws the system's error
 */
export async function* piecesOf(path: string): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  yield* stream;
}
