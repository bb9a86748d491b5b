import type { ForeignReader } from './foreign-reader.ts';

/** Readers of other tools' files, loaded with the first file. */
export const foreignReaders: readonly (() => Promise<ForeignReader>)[] = [
  async () => (await import('../features/formats/host/profiles.ts')).profiles, // features/formats
];
