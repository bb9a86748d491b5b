/** Smaller ones may share their memory with others (Node's pool of buffers has 8 KiB). */
const FEWEST_BYTES = 1 << 20;

/**
 * Gives memory back at once, which V8 does when it next collects garbage; until then each unpacked file would stay beside the next.
 * Who reads the bytes afterwards finds none. Before Node 21, V8 has to do it.
 */
export function detach(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (bytes.length < FEWEST_BYTES || !(buffer instanceof ArrayBuffer)) return;
  const transfer: unknown = Reflect.get(buffer, 'transfer');
  if (typeof transfer === 'function') transfer.call(buffer, 0);
}
