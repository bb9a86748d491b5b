import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { programs } from '../commands/shell-programs.ts';
import { BytePipe, ByteReader, emptySource, type Sink } from '../shell/byte-pipe.ts';
import { Call, type ShellSession } from '../shell/shell-session.ts';
import { type Actor, appActor, ROOT, SHELL } from '../system/actor.ts';
import type { PhoneSystem } from '../system/phone-system.ts';

/** Kinds of frames to phonecall.c: bytes of standard output, of standard error, and the exit code. */
const FRAME = { output: 1, error: 2, exit: 3 } as const;

/** Answers the phone's Java programs at a socket: phonecall.c asks, the simulated system runs them. */
export async function serveJavaTools(path: string, phone: PhoneSystem): Promise<Server> {
  const server = createServer((socket) => {
    // A caller that was killed needs no answer.
    answer(socket, phone).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  await chmod(path, 0o666);
  return server;
}

async function answer(socket: Socket, phone: PhoneSystem): Promise<void> {
  const gone = new AbortController();
  socket.once('close', () => gone.abort());
  socket.on('error', () => gone.abort());
  const received = new BytePipe();
  // Read to the end, which shows that a quiet logcat's caller is gone.
  socket.on('data', (bytes) => void received.write(bytes)).once('close', () => received.end());
  const reader = new ByteReader(received);
  const length = (await reader.take(4))?.readUInt32LE(0);
  const request = length === undefined ? undefined : await reader.take(length);
  if (request === undefined) return;
  const [uid, cwd = '/', name = '', ...args] = request.toString('utf8', 0, request.length - 1).split('\0');
  const session: ShellSession = {
    phone,
    actor: actorOf(Number(uid)),
    cwd,
    variables: new Map(),
    status: 0,
    umask: 0,
    name: '/system/bin/sh',
    signal: gone.signal,
  };
  const streams = { stdin: emptySource, stdout: sink(socket, FRAME.output), stderr: sink(socket, FRAME.error) };
  const code = (await programs.get(name)?.(new Call([name, ...args], streams, session))) ?? 127;
  socket.end(head(FRAME.exit, code));
}

function actorOf(uid: number): Actor {
  return uid === ROOT.uid ? ROOT : uid === SHELL.uid ? SHELL : appActor(uid);
}

function sink(socket: Socket, kind: number): Sink {
  return {
    write: async (bytes) => {
      if (bytes.length === 0 || socket.destroyed) return;
      const frame = Buffer.concat([head(kind, bytes.length), bytes]);
      await new Promise<void>((resolve) => socket.write(frame, () => resolve()));
    },
  };
}

function head(kind: number, value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt8(kind);
  bytes.writeUInt32LE(value & 0xffffffff, 1);
  return bytes;
}
