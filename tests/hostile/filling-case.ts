/** For peak.test.ts: holds `megabytes` at once, as bytes outside V8's heap or values in it; returns the count. */
export default function fill(megabytes: string, where: string): number {
  const count = Number(megabytes);
  const held =
    where === 'heap'
      ? Array.from({ length: count }, () => Array.from({ length: 1 << 17 }, (_, i) => i + 0.5))
      : Array.from({ length: count }, () => new Uint8Array(1 << 20).fill(1));
  return held.length;
}
