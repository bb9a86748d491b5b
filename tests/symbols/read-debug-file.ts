import { type Reading, runReading } from '../../core/symbols/bytes/byte-source.ts';
import type { SymbolFrame } from '../../core/symbols/bytes/symbol-frame.ts';
import type { SymbolIndex } from '../../core/symbols/bytes/symbol-index.ts';
import type { DebugImage } from '../../core/symbols/image/debug-file.ts';
import { openDebugFile } from '../../core/symbols/image/open.ts';
import { FileAnswers } from '../../host/builds/unpack/file-answers.ts';
import { nodeUnpackers } from '../../host/builds/unpack/unpackers.ts';

const disk = new FileAnswers();

/** Runs a reading on the files of this computer. */
export function onDisk<T>(reading: Reading<T>): T {
  try {
    return runReading(reading, disk.answer);
  } finally {
    // Another test may change or remove the file.
    disk.close();
  }
}

/** @param entry a library inside an archive */
export function imagesOf(path: string, entry?: string): readonly DebugImage[] {
  return onDisk(openDebugFile(path, { unpackers: nodeUnpackers, ...(entry === undefined ? {} : { entry }) })).images;
}

export function imageOf(path: string, entry?: string): DebugImage {
  const [image, ...others] = imagesOf(path, entry);
  if (image === undefined || others.length > 0) throw new Error(`${path} holds ${others.length + (image === undefined ? 0 : 1)} images`);
  return image;
}

export function symbolsOf(image: DebugImage): SymbolIndex {
  return onDisk(image.symbols());
}

/** Frames as other tools know them, without the reader's remarks about their names. */
export function withoutRemarks(frames: readonly SymbolFrame[]): readonly SymbolFrame[] {
  return frames.map(({ isPlain: _, isLineOnly: _2, ...frame }) => frame);
}
