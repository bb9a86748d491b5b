/** `640 B`, `12 KB`, `3.4 MB`, `1.2 GB`; a kilobyte is 1024 bytes. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${value < 9.95 && power > 0 ? value.toFixed(1) : Math.round(value)} ${['B', 'KB', 'MB', 'GB'][power] ?? 'GB'}`;
}
