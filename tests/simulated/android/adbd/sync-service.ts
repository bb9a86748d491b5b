import { posix } from 'node:path';
import { ByteReader, readAll, type Source } from '../shell/byte-pipe.ts';
import { SHELL } from '../system/actor.ts';
import { PhoneErrno } from '../system/errno.ts';
import type { PhoneFile } from '../system/phone-files.ts';
import type { PhoneSystem } from '../system/phone-system.ts';
import type { AdbdStream } from './adbd-stream.ts';
import { block, entry, failure, statV1, statV2 } from './sync-answers.ts';
import { type Compression, compressionOf } from './sync-compression.ts';

const LARGEST_CHUNK = 64 * 1024;
const LONGEST_PATH = 1024;

/** `sync:`: the phone's files for the host. Requests are id, length and path. Source: AOSP file_sync_service.cpp. */
export async function syncService(phone: PhoneSystem, stream: AdbdStream): Promise<void> {
  const reader = new ByteReader(stream.input);
  for (;;) {
    const head = await reader.take(8);
    if (!head) return;
    const id = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (id === 'QUIT') return;
    if (length > LONGEST_PATH) return stream.write(failure('path too long'));
    const name = await reader.take(length);
    if (!name) return;
    const goesOn = await answer(id, name.toString('utf8'), phone, reader, stream);
    if (!goesOn) return;
  }
}

async function answer(id: string, name: string, phone: PhoneSystem, reader: ByteReader, stream: AdbdStream): Promise<boolean> {
  switch (id) {
    case 'STAT':
      await stream.write(statV1(lookUp(phone, name).facts));
      return true;
    case 'STA2':
    case 'LST2': {
      const { facts, errno } = lookUp(phone, name);
      await stream.write(statV2(id, facts, errno));
      return true;
    }
    case 'LIST':
    case 'LIS2':
      await list(phone, name, id === 'LIS2', stream);
      return true;
    case 'SEND': {
      // `path,mode`: the mode is decimal, after the last comma.
      const comma = name.lastIndexOf(',');
      return receive(phone, name.slice(0, comma), Number(name.slice(comma + 1)), reader, stream);
    }
    case 'SND2': {
      const setup = await reader.take(12);
      return setup !== undefined && receive(phone, name, setup.readUInt32LE(4), reader, stream, setup.readUInt32LE(8));
    }
    case 'RECV':
      return send(phone, name, stream);
    case 'RCV2': {
      const setup = await reader.take(8);
      return setup !== undefined && send(phone, name, stream, setup.readUInt32LE(4));
    }
    default:
      await stream.write(failure(`unknown command ${Buffer.from(id).toString('hex')}`));
      return false;
  }
}

function lookUp(phone: PhoneSystem, path: string) {
  try {
    return { facts: phone.files.stat(path, SHELL), errno: 0 };
  } catch (error) {
    if (!(error instanceof PhoneErrno)) throw error;
    return { facts: undefined, errno: error.number };
  }
}

async function list(phone: PhoneSystem, path: string, v2: boolean, stream: AdbdStream): Promise<void> {
  for (const name of phone.files.namesIn(path, SHELL) ?? []) {
    const { facts } = lookUp(phone, posix.join(path, name));
    await stream.write(entry(v2 ? 'DNT2' : 'DENT', v2, name, facts));
  }
  await stream.write(entry('DONE', v2, '', undefined));
}

/** Takes a file from the host. After a failure the rest is read, too, so that the host reads why. */
async function receive(
  phone: PhoneSystem,
  path: string,
  mode: number,
  reader: ByteReader,
  stream: AdbdStream,
  flags = 0,
): Promise<boolean> {
  const compression = compressionOf(flags);
  const packed: Uint8Array[] = [];
  let failed: string | undefined;
  let file: PhoneFile | undefined;
  const attempt = async (what: string, work: () => Promise<void> | void): Promise<void> => {
    if (failed !== undefined) return;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof PhoneErrno)) throw error;
      failed = `${what}: ${error.text}`;
      await stream.write(failure(failed));
    }
  };
  await attempt('unsupported compression', () => {
    if (compression === undefined) throw new PhoneErrno('EINVAL');
  });
  await attempt('secure_mkdirs failed', () => phone.files.makeFolder(posix.dirname(path), SHELL, true));
  await attempt("couldn't create file", () => {
    file = phone.files.openToWrite(path, SHELL, false, forAll(mode));
  });
  for (;;) {
    const head = await reader.take(8);
    if (!head) return false;
    const id = head.toString('latin1', 0, 4);
    const value = head.readUInt32LE(4);
    if (id === 'DONE') {
      if (flags !== 0) await attempt('write failed', () => file?.write(compression?.unpack(Buffer.concat(packed)) ?? Buffer.alloc(0)));
      await file?.close(value);
      break;
    }
    if (id !== 'DATA' || value > LARGEST_CHUNK) {
      await stream.write(failure(id === 'DATA' ? `oversize data message: ${value}` : 'invalid data message'));
      return false;
    }
    const bytes = await reader.take(value);
    if (!bytes) return false;
    if (flags === 0) await attempt('write failed', () => file?.write(bytes));
    else packed.push(bytes);
  }
  if (failed !== undefined) {
    if (phone.files.exists(path) && file) phone.files.remove(path, SHELL, false);
    return false;
  }
  await stream.write(block('OKAY'));
  return true;
}

/** One stream over all blocks. */
function packedSource(bytes: Uint8Array, { pack }: Compression): Source {
  const chunks = [pack(bytes)];
  return { read: async () => chunks.shift() };
}

/** adbd gives group and others the owner's rights: the computer has other users. */
function forAll(mode: number): number {
  const owner = (mode >> 6) & 7;
  return (owner << 6) | (owner << 3) | owner;
}

async function send(phone: PhoneSystem, path: string, stream: AdbdStream, flags = 0): Promise<boolean> {
  try {
    const compression = compressionOf(flags);
    if (compression === undefined) throw new PhoneErrno('EINVAL');
    const source = phone.files.openToRead(path, SHELL);
    const packed = flags === 0 ? source : packedSource(await readAll(source), compression);
    for (let bytes = await packed.read(); bytes; bytes = await packed.read()) {
      for (let at = 0; at < bytes.length; at += LARGEST_CHUNK) await stream.write(block('DATA', bytes.subarray(at, at + LARGEST_CHUNK)));
    }
  } catch (error) {
    if (!(error instanceof PhoneErrno)) throw error;
    await stream.write(failure(`open failed: ${error.text}`));
    return false;
  }
  await stream.write(block('DONE'));
  return true;
}
