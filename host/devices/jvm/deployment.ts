import { open, readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AgentAbi, AgentFiles } from '../agent-files.ts';
import { HOOK, LIBRARY, PREFIX, removeAbandoned, removeDeployment, socketFolder } from './abandoned-folders.ts';
import { HeldFolder } from './held-folder.ts';
import { connectToOwned } from './owned-socket.ts';
import type { ProcessFacts } from './proc.ts';

/** The agent's files for a process, and a socket folder for its user only. */
export interface Deployment {
  /** Folders as the process sees them. */
  readonly dir: string;
  readonly library: string;
  readonly hook: string;
  /** Throws Node's errors, also for another user's socket. */
  connect(rand: string, signal: AbortSignal): Promise<Socket>;
  /** @throws ENOTEMPTY when the process' user left files */
  remove(): Promise<void>;
}

/** For tests. */
type GiveAway = (folder: HeldFolder, uid: number, gid: number) => Promise<void>;

const giveAway: GiveAway = (folder, uid, gid) => folder.handle.chown(uid, gid);

/**
 * Copies the agent. Files stay ours, so the process loads what was copied. The socket's empty folder is given to its
 * user last, as nobody else may enter before.
 * @throws LaglensError when the temporary folder is full, closed or a link
 */
export async function deployFiles(process: ProcessFacts, files: AgentFiles, give: GiveAway = giveAway): Promise<Deployment> {
  const [library, hook] = await Promise.all([files.library(await abiOf(process)), files.hook()]);
  const temporary = await HeldFolder.temporaryOf(process).catch((cause: unknown) => {
    throw cannotCopy(`${process.root}/tmp`, cause);
  });
  const held = [temporary];
  const close = async (): Promise<void> => void (await Promise.all(held.map((each) => each.close())));
  try {
    await removeAbandoned(temporary, process);
    const [name, folder] = await temporary.makeOwnFolder(PREFIX);
    held.push(folder);
    let removing: Promise<void> | undefined;
    const remove = (): Promise<void> => {
      removing ??= removeDeployment(temporary, name, folder).finally(close);
      return removing;
    };
    try {
      await place(library, folder, LIBRARY);
      await place(hook, folder, HOOK);
      const sockets = await folder.makeFolder(socketFolder(process));
      held.push(sockets);
      if (globalThis.process.getuid?.() !== process.uid) {
        await give(sockets, process.uid, process.gid);
        await folder.handle.chmod(0o711);
      }
      return {
        dir: `/tmp/${name}/${socketFolder(process)}`,
        library: `/tmp/${name}/${LIBRARY}`,
        hook: `/tmp/${name}/${HOOK}`,
        connect: (rand, signal) => connectToOwned(sockets.at(`laglens-${process.ownPid}-${rand}.sock`), process.uid, signal),
        remove,
      };
    } catch (cause) {
      await removeDeployment(temporary, name, folder);
      throw cause;
    }
  } catch (cause) {
    await close();
    throw cannotCopy(`${process.root}/tmp`, cause);
  }
}

/** Readable for all, writable for nobody. */
async function place(from: string, folder: HeldFolder, name: string): Promise<void> {
  const bytes = await readFile(from);
  const file = await folder.create(name, 0o600);
  try {
    await file.writeFile(bytes);
    await file.chmod(0o555);
  } finally {
    await file.close();
  }
}

function cannotCopy(folder: string, cause: unknown): LaglensError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  const why = full ? phrase`no space left` : messageOf(cause);
  if (code === 'ENOTDIR' || code === 'ELOOP') {
    return new LaglensError({
      code: 'push-failed',
      message: phrase`The agent was not copied: ${folder} is not a folder of the program's container but a link, and a link there may lead to any file of this computer.`,
      next: phrase`Run Laglens inside that container, or give the container a real /tmp.`,
      cause,
    });
  }
  return new LaglensError({
    code: full ? 'device-full' : 'push-failed',
    message: phrase`The agent could not be copied to ${folder}: ${why}.`,
    next: full ? phrase`Free some space there and try again.` : phrase`Make that folder writable for your user and try again.`,
    action: 'retry',
    cause,
  });
}

/** ELF's e_machine at offset 18 (elf(5)). */
async function abiOf(process: ProcessFacts): Promise<AgentAbi> {
  const file = await open(`/proc/${process.pid}/exe`, 'r');
  try {
    const header = Buffer.alloc(20);
    await file.read(header, 0, header.length, 0);
    const machine = header.readUInt16LE(18);
    const abi = header[4] === 2 ? { 62: 'x86_64' as const, 183: 'arm64-v8a' as const }[machine] : undefined;
    if (abi !== undefined) return abi;
    throw new LaglensError({
      code: 'agent-abi',
      message: phrase`Process ${process.pid} runs on a processor that Laglens has no agent for (ELF machine ${machine}).`,
      next: phrase`Use a 64-bit Java for x86-64 or arm64.`,
    });
  } finally {
    await file.close();
  }
}
