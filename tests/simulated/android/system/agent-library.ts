import { closeSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageBytesOf } from '../personality/phone-facts.ts';
import type { Abi } from './android-release.ts';
import type { PhoneSystem } from './phone-system.ts';

interface Machine {
  readonly name: string;
  /** `e_machine` of its ELF files. */
  readonly number: number;
  readonly bits: 32 | 64;
}

const MACHINES: Readonly<Record<Abi, Machine>> = {
  x86: { name: 'EM_386', number: 3, bits: 32 },
  'armeabi-v7a': { name: 'EM_ARM', number: 40, bits: 32 },
  x86_64: { name: 'EM_X86_64', number: 62, bits: 64 },
  'arm64-v8a': { name: 'EM_AARCH64', number: 183, bits: 64 },
};
const PT_LOAD = 1;
/** Sizes of the 64-bit header and of one of its program headers. */
const [HEADER, SEGMENT] = [64, 56];

/** bionic's linker_phdr.cpp: VerifyElfHeader and CheckProgramHeaderAlignment. */
export function refusalOfElf(phone: PhoneSystem, path: string, unable: (why: string) => string): string | undefined {
  // A claimed processor's file is replaced when it is loaded; without a claim, the process is of x86-64.
  const machine = MACHINES[phone.personality.abi ?? 'x86_64'];
  const bytes = beginOf(phone.files.hostPath(path));
  if (bytes.length < 20) return unable(`"${path}" is too small to be an ELF executable: only found ${bytes.length} bytes`);
  if (bytes.toString('latin1', 0, 4) !== '\x7fELF') return unable(`"${path}" has bad ELF magic: ${bytes.toString('hex', 0, 4)}`);
  const bits = bytes[4] === 1 ? 32 : 64;
  if (bits !== machine.bits) return unable(`"${path}" is ${bits}-bit instead of ${machine.bits}-bit`);
  const number = bytes.readUInt16LE(18);
  if (number !== machine.number) {
    const name = Object.values(MACHINES).find((each) => each.number === number)?.name ?? 'EM_NONE';
    return unable(`"${path}" is for ${name} (${number}) instead of ${machine.name} (${machine.number})`);
  }
  const pageBytes = pageBytesOf(phone.personality);
  const alignment = bits === 64 ? smallestAlignment(bytes) : pageBytes;
  if (alignment >= pageBytes) return undefined;
  return unable(`"${path}" program alignment (${alignment}) cannot be smaller than system page size (${pageBytes})`);
}

/** Of the loaded segments; of a file without them infinite. Source: elf.h, Elf64_Ehdr and Elf64_Phdr. */
function smallestAlignment(bytes: Buffer): number {
  if (bytes.length < HEADER) return Number.POSITIVE_INFINITY;
  const begin = Number(bytes.readBigUInt64LE(32));
  const count = bytes.readUInt16LE(56);
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = begin; at < begin + count * SEGMENT && at + SEGMENT <= bytes.length; at += SEGMENT) {
    if (bytes.readUInt32LE(at) === PT_LOAD) smallest = Math.min(smallest, Number(bytes.readBigUInt64LE(at + 48)));
  }
  return smallest;
}

function beginOf(file: string): Buffer {
  const bytes = Buffer.alloc(4096);
  const fd = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(fd);
  }
}

const LIBRARY = fileURLToPath(new URL('../../../../device-agents/prebuilt/x86_64/liblaglens.so', import.meta.url));

/** A file of the phone on this computer. The agent's library for a claimed processor is the one for this computer's. */
export function ownPath(phone: PhoneSystem, path: string): string {
  const { abi } = phone.personality;
  const isReplaced = abi !== undefined && abi !== 'x86_64' && path.endsWith('.so');
  return isReplaced ? LIBRARY : phone.files.hostPath(path);
}
