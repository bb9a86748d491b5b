import { sh } from '../commands/sh.ts';
import { BrokenPipe, BytePipe, ByteReader, type Sink } from '../shell/byte-pipe.ts';
import { runLine } from '../shell/run-shell.ts';
import type { ShellSession, Streams } from '../shell/shell-session.ts';
import { Call } from '../shell/shell-session.ts';
import { SHELL } from '../system/actor.ts';
import type { PhoneSystem } from '../system/phone-system.ts';
import type { AdbdStream } from './adbd-stream.ts';

/** Shell protocol packets: id, 32-bit length, bytes. Source: AOSP packages/modules/adb/shell_protocol.h. */
const PACKET = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4 } as const;

/** `shell:` and `exec:` without protocol: merged outputs, no exit code, the stream as input. */
export async function rawShell(phone: PhoneSystem, line: string, stream: AdbdStream): Promise<void> {
  await run(phone, line, { stdin: stream.input, stdout: stream, stderr: stream }, stream);
}

/** `shell,v2:`: separate outputs, exit code, end of input. */
export async function shellV2(phone: PhoneSystem, line: string, stream: AdbdStream): Promise<void> {
  const stdin = new BytePipe();
  void unpackInput(stream, stdin);
  const sink = (id: number): Sink => ({ write: (bytes) => stream.write(packet(id, bytes)) });
  const code = await run(phone, line, { stdin, stdout: sink(PACKET.stdout), stderr: sink(PACKET.stderr) }, stream);
  stdin.break();
  await stream.write(packet(PACKET.exit, Uint8Array.of(code & 255)));
}

async function run(phone: PhoneSystem, line: string, streams: Streams, stream: AdbdStream): Promise<number> {
  const session: ShellSession = {
    phone,
    actor: SHELL,
    cwd: '/',
    variables: new Map([
      ['HOME', '/'],
      ['TMPDIR', '/data/local/tmp'],
      ['USER', 'shell'],
      ['PATH', '/product/bin:/apex/com.android.runtime/bin:/system/bin'],
      ['EXTERNAL_STORAGE', '/sdcard'],
    ]),
    status: 0,
    umask: 0,
    name: '/system/bin/sh',
    signal: stream.gone,
  };
  return line === '' ? sh(new Call(['/system/bin/sh'], streams, session)) : runLine(line, session, streams);
}

async function unpackInput(stream: AdbdStream, stdin: BytePipe): Promise<void> {
  const reader = new ByteReader(stream.input);
  for (;;) {
    const head = await reader.take(5);
    const bytes = head && (await reader.take(head.readUInt32LE(1)));
    if (!head || !bytes) break;
    if (head[0] === PACKET.closeStdin) break;
    if (head[0] !== PACKET.stdin) continue;
    try {
      await stdin.write(Buffer.from(bytes));
    } catch (error) {
      // The command ended with unread input.
      if (error instanceof BrokenPipe) return;
      throw error;
    }
  }
  stdin.end();
}

function packet(id: number, bytes: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(5 + bytes.length);
  whole[0] = id;
  whole.writeUInt32LE(bytes.length, 1);
  whole.set(bytes, 5);
  return whole;
}
