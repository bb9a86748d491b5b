import { lstat, mkdir, readdir, rename, rm, rmdir, truncate, unlink, utimes } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Duplex } from 'node:stream';
import { type AfcPacket, Operation, readPacket, sendPacket, signedAt, textFrom, texts, word, wordAt } from './afc-packet.ts';
import { Status, statusOf } from './afc-status.ts';
import { OpenFiles } from './open-files.ts';

/** A host's view of the device: a folder of this computer. */
interface Jail {
  readonly folder: string;
  /** The only accessible folder, as with VendDocuments; all by default. */
  readonly only?: string;
}

const NOTHING = Buffer.alloc(0);
type Answer = Pick<AfcPacket, 'operation' | 'arguments' | 'payload'>;

/**
 * Serves files until the host leaves (libimobiledevice, src/afc.c). Makes no links, which could lead out of the folder.
 * @throws StreamEnded, ProtocolError
 */
export async function serveAfc(stream: Duplex, jail: Jail): Promise<void> {
  const files = new OpenFiles();
  try {
    for (;;) {
      const packet = await readPacket(stream);
      const answer = await answerTo(packet, files, (path) => within(jail, path)).catch((error: unknown) => status(statusOf(error)));
      sendPacket(stream, { number: packet.number, ...answer });
    }
  } finally {
    await files.closeAll();
  }
}

/** @throws Error with a file system's code */
function within({ folder, only }: Jail, path: string): string {
  const normal = posix.normalize(`/${path}`);
  if (only !== undefined && normal !== '/' && normal !== only && !normal.startsWith(`${only}/`)) {
    throw Object.assign(new Error(`${path} is not to be seen`), { code: 'EACCES' });
  }
  return join(folder, normal);
}

async function answerTo(
  { operation, arguments: args, payload }: AfcPacket,
  files: OpenFiles,
  at: (path: string) => string,
): Promise<Answer> {
  switch (operation) {
    case Operation.readFolder:
      return data(texts(['.', '..', ...(await readdir(at(textFrom(args, 0))))]));
    case Operation.fileInfo:
      return data(await infoOf(at(textFrom(args, 0))));
    case Operation.deviceInfo:
      return data(texts(['Model', 'iPhone10,1', 'FSTotalBytes', 128e9, 'FSFreeBytes', 64e9, 'FSBlockSize', 4096]));
    case Operation.open:
      return { operation: Operation.opened, arguments: word(await files.open(at(textFrom(args, 8)), wordAt(args, 0))), payload: NOTHING };
    case Operation.read:
      return data(await files.read(wordAt(args, 0), wordAt(args, 8)));
    case Operation.write:
      return done(files.write(wordAt(args, 0), payload.length > 0 ? payload : args.subarray(8)));
    case Operation.seek:
      return done(files.seek(wordAt(args, 0), wordAt(args, 8), signedAt(args, 16)));
    case Operation.tell:
      return { operation: Operation.tellResult, arguments: word(files.position(wordAt(args, 0))), payload: NOTHING };
    case Operation.setSize:
      return done(files.setSize(wordAt(args, 0), wordAt(args, 8)));
    case Operation.close:
      return done(files.close(wordAt(args, 0)));
    case Operation.truncate:
      return done(truncate(at(textFrom(args, 8)), wordAt(args, 0)));
    case Operation.makeFolder:
      return done(mkdir(at(textFrom(args, 0)), { recursive: true }));
    case Operation.remove: {
      const path = at(textFrom(args, 0));
      return done((await lstat(path)).isDirectory() ? rmdir(path) : unlink(path));
    }
    case Operation.removeAll:
      return done(rm(at(textFrom(args, 0)), { recursive: true }));
    case Operation.rename: {
      const from = textFrom(args, 0);
      return done(rename(at(from), at(textFrom(args, Buffer.byteLength(from) + 1))));
    }
    case Operation.setTime: {
      const seconds = wordAt(args, 0) / 1e9;
      return done(utimes(at(textFrom(args, 8)), seconds, seconds));
    }
    case Operation.lock:
      return status(Status.ok);
    default:
      return status(Status.notSupported);
  }
}

/** `stat` in AFC's words; nanoseconds since 1970. */
async function infoOf(path: string): Promise<Buffer> {
  const about = await lstat(path);
  const kind = about.isDirectory() ? 'S_IFDIR' : about.isSymbolicLink() ? 'S_IFLNK' : 'S_IFREG';
  const ns = (ms: number): bigint => BigInt(Math.round(ms * 1000)) * 1000n;
  const sizes = ['st_size', about.size, 'st_blocks', about.blocks, 'st_nlink', about.nlink, 'st_ifmt', kind];
  return texts([...sizes, 'st_mtime', ns(about.mtimeMs), 'st_birthtime', ns(about.birthtimeMs)]);
}

function data(payload: Buffer): Answer {
  return { operation: Operation.data, arguments: NOTHING, payload };
}

function status(number: number): Answer {
  return { operation: Operation.status, arguments: word(number), payload: NOTHING };
}

async function done(work: Promise<unknown>): Promise<Answer> {
  await work;
  return status(Status.ok);
}
