import type { SessionReadDriver } from '../../core/session/file/reader.ts';

/** Inflates session files in a browser, never beyond the announced size. */
export const inflateDriver: SessionReadDriver = {
  async inflate(stored, rawLength) {
    const source = new Blob([new Uint8Array(stored)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const raw = new Uint8Array(rawLength);
    let filled = 0;
    const reader = source.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > rawLength) {
        await reader.cancel();
        throw new RangeError('The chunk inflates to more than it said.');
      }
      raw.set(part.value, filled);
      filled += part.value.length;
    }
    return raw.subarray(0, filled);
  },
};
