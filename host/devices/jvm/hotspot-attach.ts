import { addAbortSignal } from 'node:stream';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { guarded } from '../../../core/guarded.ts';
import { phrase } from '../../../core/text/phrase.ts';
import { appDied, silent } from '../errors.ts';
import { waitForAgent } from '../wait-for-agent.ts';
import { HeldFolder } from './held-folder.ts';
import { connectToOwned } from './owned-socket.ts';
import { isGone, type ProcessFacts, stillRuns } from './proc.ts';

/**
 * HotSpot's attach protocol on Linux: `.attach_pid<pid>` and SIGQUIT make it listen on `/tmp/.java_pid<pid>`. A
 * request is version, command and three arguments, each zero-terminated. Source: OpenJDK
 * `src/jdk.attach/linux/classes/sun/tools/attach/VirtualMachineImpl.java`,
 * `src/hotspot/os/linux/attachListener_linux.cpp`.
 */

const LISTEN_TIMEOUT_MS = 10_000;
const SIGNAL_AGAIN_MS = LISTEN_TIMEOUT_MS / 2;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
const ANSWER_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

export interface AttachAnswer {
  /** 0 for success. */
  readonly code: number;
  readonly text: string;
}

/** @param library as the process sees it */
export async function loadAgent(process: ProcessFacts, library: string, options: string, signal: AbortSignal): Promise<AttachAnswer> {
  const request = ['1', 'load', library, 'true', options].map((part) => `${part}\0`).join('');
  const answer = await inTemporary(process, async (temporary) => {
    await untilAsked(temporary, process, signal);
    return await ask(temporary, process, request, signal);
  });
  const [first = '', ...rest] = answer.split('\n');
  const text = rest.join('\n').trim();
  // Since JDK 9 the second line is Agent_OnAttach's result.
  const returned = /^return code: (-?\d+)/.exec(text)?.[1];
  const code = first === '0' && returned === undefined ? (text === '' || text === '0' ? 0 : 1) : Number(first === '0' ? returned : first);
  return { code: Number.isNaN(code) ? 1 : code, text: first === '0' ? text : `${first}\n${text}`.trim() };
}

async function inTemporary<T>(process: ProcessFacts, work: (temporary: HeldFolder) => Promise<T>): Promise<T> {
  const temporary = await HeldFolder.temporaryOf(process);
  try {
    return await work(temporary);
  } finally {
    await temporary.close();
  }
}

const socketName = (process: ProcessFacts): string => `.java_pid${process.ownPid}`;

/** Skipped when it already listens. */
async function untilAsked(temporary: HeldFolder, process: ProcessFacts, signal: AbortSignal): Promise<void> {
  if (await isListening(temporary, process)) return;
  if (!process.catchesQuit) {
    throw new LaglensError({
      code: 'attach-unsupported',
      message: phrase`Process ${process.pid} cannot be attached to: it does not handle the signal that asks a virtual machine to listen (it is started with -Xrs and -XX:+DisableAttachMechanism, or is only starting).`,
      next: phrase`Start the program without these options, or try again in a moment.`,
      action: 'retry',
    });
  }
  const trigger = `.attach_pid${process.ownPid}`;
  await createTrigger(temporary, trigger, process);
  try {
    await untilListening(temporary, process, signal);
  } finally {
    await removeTrigger(temporary, trigger);
  }
}

/** Sends the signal until the machine listens. @throws LaglensError */
async function untilListening(temporary: HeldFolder, process: ProcessFacts, signal: AbortSignal): Promise<void> {
  let asked = 0;
  const beganMs = performance.now();
  await waitForAgent<true, never>({
    connect: async () => (await isListening(temporary, process)) || undefined,
    async check() {
      if (!(await stillRuns(process))) throw appDied.jvm(process.pid);
      // A machine that just starts may miss the first signal; the JDK's own client sends a second one, too.
      if (performance.now() - beganMs >= asked * SIGNAL_AGAIN_MS) {
        globalThis.process.kill(process.pid, 'SIGQUIT');
        asked++;
      }
      return undefined;
    },
    async timedOut(waitedMs) {
      throw silent.jvm(process.pid, waitedMs);
    },
    firstPauseMs: FIRST_PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    timeoutMs: LISTEN_TIMEOUT_MS,
    signal,
  });
}

/**
 * HotSpot checks the owner, so root changes it, by handle because the name may be a link by then. An earlier attach's
 * file is removed first; others' files cannot be.
 */
async function createTrigger(temporary: HeldFolder, name: string, process: ProcessFacts): Promise<void> {
  await removeTrigger(temporary, name);
  const file = await temporary.create(name, 0o600).catch((cause: unknown) => {
    throw new LaglensError({
      code: 'attach-refused',
      message: phrase`Process ${process.pid} could not be asked to listen: its file /tmp/${name} cannot be created: ${messageOf(cause)}.`,
      next: phrase`Remove that file if it is there, and make that folder writable for your user.`,
      action: 'retry',
      cause,
    });
  });
  try {
    if (globalThis.process.getuid?.() !== process.uid) await file.chown(process.uid, process.gid);
  } finally {
    await file.close();
  }
}

/** HotSpot removes the file once it listens. Another user's file stays and blocks a new one. */
async function removeTrigger(temporary: HeldFolder, name: string): Promise<void> {
  try {
    await temporary.removeFile(name);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** An old socket file has no listener, and empty connections are harmless. Another user's socket must not get the token. */
async function isListening(temporary: HeldFolder, process: ProcessFacts): Promise<boolean> {
  try {
    (await connectToOwned(temporary.at(socketName(process)), process.uid)).destroy();
    return true;
  } catch {
    // Missing, silent or another user's.
    return false;
  }
}

async function ask(temporary: HeldFolder, process: ProcessFacts, request: string, signal: AbortSignal): Promise<string> {
  const socket = await connectToOwned(temporary.at(socketName(process)), process.uid, signal);
  return await new Promise<string>((resolve, reject) => {
    let answer = '';
    addAbortSignal(signal, socket);
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(silent.jvmLoad(ANSWER_TIMEOUT_MS)));
    socket.setEncoding('utf8');
    const take = (text: string): void => {
      answer += text;
      if (answer.length > MAX_ANSWER_BYTES) socket.destroy();
    };
    socket.on('data', guarded(take, reject));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(request);
  });
}
