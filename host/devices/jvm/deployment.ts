import { access, chmod, chown, copyFile, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../../core/errors.ts';
import type { AgentAbi, AgentFiles } from '../agent-files.ts';
import { isGone, type ProcessFacts } from './proc.ts';

/** The agent's files where a process can read them, in a folder that only its owner may enter. */
export interface Deployment {
  /** Paths as the process sees them. */
  readonly dir: string;
  readonly library: string;
  readonly hook: string;
  /** Path of the agent's socket as we see it. */
  socket(rand: string): string;
  remove(): Promise<void>;
}

/** Copies the agent for the process. Throws `LaglensError` when the temporary folder is full or closed. */
export async function deployFiles(process: ProcessFacts, files: AgentFiles): Promise<Deployment> {
  const [library, hook] = await Promise.all([files.library(await abiOf(process)), files.hook(), removeAbandoned(process.root)]);
  const folder = await ownFolder(process);
  const dir = folder.slice(process.root.length);
  try {
    // Not writable for the process: what it loads stays what we copied.
    await place(library, join(folder, 'liblaglens.so'), process);
    await place(hook, join(folder, 'laglens-hook.jar'), process);
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw cannotCopy(folder, cause);
  }
  return {
    dir,
    library: join(dir, 'liblaglens.so'),
    hook: join(dir, 'laglens-hook.jar'),
    socket: (rand) => join(folder, `laglens-${process.ownPid}-${rand}.sock`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Folders that killed captures left: those of ours whose process has ended. */
async function removeAbandoned(root: string): Promise<void> {
  const names = (await readdir(`${root}/tmp`)).filter((name) => /^laglens-[A-Za-z0-9]{6}$/.test(name));
  for (const folder of names.map((name) => `${root}/tmp/${name}`)) {
    try {
      const pids = (await readdir(folder))
        .map((name) => /^laglens-(\d+)-[0-9a-f]+\.sock$/.exec(name)?.[1])
        .filter((pid) => pid !== undefined);
      const isRunning = await Promise.all(pids.map((pid) => exists(`${root}/proc/${pid}`)));
      if (pids.length > 0 && !isRunning.includes(true)) await rm(folder, { recursive: true, force: true });
    } catch (error) {
      // Another user's, or gone by now.
      if (!isGone(error)) throw error;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function ownFolder(process: ProcessFacts): Promise<string> {
  try {
    const folder = await mkdtemp(`${process.root}/tmp/laglens-`);
    await chmod(folder, 0o700);
    if (globalThis.process.getuid?.() !== process.uid) await chown(folder, process.uid, process.gid);
    return folder;
  } catch (cause) {
    throw cannotCopy(`${process.root}/tmp`, cause);
  }
}

async function place(from: string, to: string, process: ProcessFacts): Promise<void> {
  await copyFile(from, to);
  if (globalThis.process.getuid?.() !== process.uid) await chown(to, process.uid, process.gid);
  await chmod(to, 0o500);
}

function cannotCopy(folder: string, cause: unknown): LaglensError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const full = code === 'ENOSPC' || code === 'EDQUOT';
  return new LaglensError({
    code: full ? 'device-full' : 'push-failed',
    message: `The agent could not be copied to ${folder}: ${full ? 'no space left' : cause instanceof Error ? cause.message : String(cause)}.`,
    next: full ? 'Free some space there and try again.' : 'Make that folder writable for your user and try again.',
    action: 'retry',
    cause,
  });
}

/** The process' ABI by its program's ELF header (e_machine at offset 18, elf(5)). */
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
      message: `Process ${process.pid} runs on a processor that Laglens has no agent for (ELF machine ${machine}).`,
      next: 'Use a 64-bit Java for x86-64 or arm64.',
    });
  } finally {
    await file.close();
  }
}
