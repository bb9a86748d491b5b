import { createReadStream } from 'node:fs';

/**
 * The bytes of a file, piece by piece. It is opened when the first piece is asked for: a stream that nobody came to read would stay open, and
 * one whose file is gone would end the program.
 * @throws the system's error when it cannot be read
 */
export async function* piecesOf(path: string): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  yield* stream;
}
