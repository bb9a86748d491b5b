import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prebuilt } from '../../agent/program.ts';
import type { ArmAbi } from './build-arm.ts';

/** `e_flags` of a 32-bit ELF header, and how functions take floating-point numbers (ELF for the Arm Architecture, 5.1.2). */
const FLAGS_AT = 36;
const FLOAT_BITS = 0x600;
const SOFT_FLOAT = 0x200;
const HARD_FLOAT = 0x400;

/**
 * The shipped agent for a processor. Debian's ARMv7 loader refuses Android's floating-point convention, which the agent never uses: a copy
 * differs from the shipped file in that header field only.
 */
export async function shippedFor(abi: ArmAbi, folder: string): Promise<string> {
  const shipped = join(prebuilt, abi, 'liblaglens.so');
  if (abi === 'arm64-v8a') return shipped;
  const bytes = await readFile(shipped);
  const flags = bytes.readUInt32LE(FLAGS_AT);
  if ((flags & FLOAT_BITS) !== SOFT_FLOAT) throw new Error(`The agent for ARMv7 has the flags 0x${flags.toString(16)}, not Android's`);
  bytes.writeUInt32LE((flags & ~FLOAT_BITS) | HARD_FLOAT, FLAGS_AT);
  const copy = join(folder, 'liblaglens.so');
  await writeFile(copy, bytes);
  return copy;
}
