import type { Duplex } from 'node:stream';
import { guarded } from '../../../../core/guarded.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import { type Limit, unanswered } from '../../../time-limits.ts';
import { AdbFailure } from './adbkit.ts';

/** Silence in ms. Tests give smaller limits. */
export interface AdbLimits {
  /** Some answers need the device, which may take seconds. */
  readonly answerMs: number;
  /** Between two pieces of output or of a copy: `am` starts its own runtime, which is slow on old phones. */
  readonly silenceMs: number;
  /** Interval of checks during silence. */
  readonly pingMs: number;
}

export const adbLimits: AdbLimits = { answerMs: 10_000, silenceMs: 30_000, pingMs: 10_000 };

export interface ShellResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** adb's shell protocol v2: id byte, 4 bytes of little-endian length, data. Source: AOSP packages/modules/adb/shell_protocol.h. */
const packet = { stdout: 1, stderr: 2, exit: 3 } as const;
const HEADER_BYTES = 5;
const anyCommand: Limit = {
  ms: adbLimits.silenceMs,
  what: phrase`A command on the device`,
  next: phrase`Check the cable, and try again.`,
};
const MAX_OUTPUT_BYTES = 32 << 20;

/**
 * @param silence limit in ms
 * @throws AdbFailure when the stream ends before the exit code
 */
export async function readShell(stream: Duplex, signal: AbortSignal, silence: Limit = anyCommand): Promise<ShellResult> {
  const output: Record<number, Buffer[]> = { [packet.stdout]: [], [packet.stderr]: [] };
  let pending: Buffer = Buffer.alloc(0);
  let total = 0;
  let code: number | undefined;
  let thrown: unknown;
  const failed = (error: unknown): void => {
    thrown ??= error;
    stream.destroy();
  };
  const patience = setTimeout(
    guarded(() => failed(unanswered(silence)), failed),
    silence.ms,
  );
  const cancel = () => stream.destroy();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const take = (bytes: Buffer): unknown => {
    patience.refresh();
    total += bytes.length;
    if (total > MAX_OUTPUT_BYTES) return stream.destroy();
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + pending.readUInt32LE(1);
      if (pending.length < end) break;
      const id = pending.readUInt8(0);
      const data = pending.subarray(HEADER_BYTES, end);
      if (id === packet.exit) code = data[0];
      else output[id]?.push(data);
      pending = pending.subarray(end);
    }
    return undefined;
  };
  stream.on('data', guarded(take, failed));
  stream.on('error', () => stream.destroy());
  stream.on('end', () => stream.destroy());
  // `events.once` would throw the stream's error.
  if (!stream.closed) await new Promise<void>((resolve) => void stream.once('close', () => resolve()));
  clearTimeout(patience);
  signal.removeEventListener('abort', cancel);
  signal.throwIfAborted();
  if (thrown !== undefined) throw thrown;
  if (code === undefined) throw new AdbFailure('The connection broke while a command ran on the device.');
  const text = (id: number): string => Buffer.concat(output[id] ?? []).toString('utf8');
  return { stdout: text(packet.stdout), stderr: text(packet.stderr), code };
}
