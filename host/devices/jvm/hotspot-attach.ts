import { constants } from 'node:fs';
import { chown, lstat, open, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { isGone, type ProcessFacts, stillRuns } from './proc.ts';

/**
 * HotSpot's attach protocol on Linux: a file `.attach_pid<pid>` and SIGQUIT make the virtual machine listen on
 * `/tmp/.java_pid<pid>`; a request is version, command and three arguments, each ended by a zero byte.
 * Source: OpenJDK `src/jdk.attach/linux/classes/sun/tools/attach/VirtualMachineImpl.java`, `src/hotspot/os/linux/attachListener_linux.cpp`.
 */

const LISTEN_TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
const ANSWER_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** The virtual machine's answer to a request. */
export interface AttachAnswer {
  /** 0 when the virtual machine could do what was asked. */
  readonly code: number;
  readonly text: string;
}

/** Loads an agent library into the virtual machine; the path is as that process sees it. Throws when it cannot be asked. */
export async function loadAgent(process: ProcessFacts, library: string, options: string, signal: AbortSignal): Promise<AttachAnswer> {
  const path = await listeningSocket(process, signal);
  const request = ['1', 'load', library, 'true', options].map((part) => `${part}\0`).join('');
  const answer = await ask(path, request, signal);
  const [first = '', ...rest] = answer.split('\n');
  const text = rest.join('\n').trim();
  // Since JDK 9 the second line carries what Agent_OnAttach returned.
  const returned = /^return code: (-?\d+)/.exec(text)?.[1];
  const code = first === '0' && returned === undefined ? (text === '' || text === '0' ? 0 : 1) : Number(first === '0' ? returned : first);
  return { code: Number.isNaN(code) ? 1 : code, text: first === '0' ? text : `${first}\n${text}`.trim() };
}

async function listeningSocket(process: ProcessFacts, signal: AbortSignal): Promise<string> {
  const socket = `${process.root}/tmp/.java_pid${process.ownPid}`;
  if (await isListening(socket, process)) return socket;
  if (!process.catchesQuit) {
    throw new LaglensError({
      code: 'attach-unsupported',
      message: `Process ${process.pid} cannot be attached to: it does not handle the signal that asks a virtual machine to listen (it is started with -Xrs and -XX:+DisableAttachMechanism, or is only starting).`,
      next: 'Start the program without these options, or try again in a moment.',
      action: 'retry',
    });
  }
  const trigger = `${process.root}/tmp/.attach_pid${process.ownPid}`;
  await createTrigger(trigger, process);
  try {
    globalThis.process.kill(process.pid, 'SIGQUIT');
    await untilListening(socket, process, signal);
  } finally {
    await rm(trigger, { force: true });
  }
  return socket;
}

async function untilListening(socket: string, process: ProcessFacts, signal: AbortSignal): Promise<void> {
  const deadlineMs = performance.now() + LISTEN_TIMEOUT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; performance.now() < deadlineMs; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    if (await isListening(socket, process)) return;
    if (!(await stillRuns(process))) {
      throw new LaglensError({
        code: 'app-died',
        message: `Process ${process.pid} ended while Laglens attached to it.`,
        next: 'Start the program again and pick it anew.',
        action: 'pickApp',
      });
    }
    await pause(pauseMs, undefined, { signal });
  }
  throw new LaglensError({
    code: 'attach-silent',
    message: `Process ${process.pid} did not begin to listen within ${LISTEN_TIMEOUT_MS / 1000} s.`,
    next: 'It is stopped, started with -XX:+DisableAttachMechanism, or no HotSpot virtual machine. Wake it, or start it without that option.',
    action: 'retry',
  });
}

/** HotSpot looks at the file's owner, so root creates it on the owner's behalf. */
async function createTrigger(path: string, process: ProcessFacts): Promise<void> {
  const file = await open(path, constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW, 0o600);
  await file.close();
  if (globalThis.process.getuid?.() !== process.uid) await chown(path, process.uid, process.gid);
}

/**
 * Nobody listens on a socket file that an earlier process of the same id left behind. A virtual machine takes a connection
 * without a request as none.
 */
async function isListening(path: string, process: ProcessFacts): Promise<boolean> {
  if (!(await isOwnSocket(path, process))) return false;
  return await new Promise<boolean>((resolve) => {
    const socket = connect({ path });
    const answer = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}

/** A socket of somebody else in the shared temporary folder is not to be trusted with the token. */
async function isOwnSocket(path: string, process: ProcessFacts): Promise<boolean> {
  try {
    const found = await lstat(path);
    return found.isSocket() && found.uid === process.uid;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

async function ask(path: string, request: string, signal: AbortSignal): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    let answer = '';
    const socket = connect({ path, signal });
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(silent()));
    socket.setEncoding('utf8');
    socket.on('connect', () => socket.write(request));
    socket.on('data', (text: string) => {
      answer += text;
      if (answer.length > MAX_ANSWER_BYTES) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

function silent(): LaglensError {
  return new LaglensError({
    code: 'attach-silent',
    message: `The virtual machine accepted the request to load the agent but did not answer within ${ANSWER_TIMEOUT_MS / 1000} s.`,
    next: 'It may be stopped in a debugger or in a long garbage collection. Let it go on and try again.',
    action: 'retry',
  });
}
