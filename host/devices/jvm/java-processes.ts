import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isUnread, MOST_FOREIGN_BYTES, readForeignFile } from '../../foreign-file.ts';
import { HeldFolder } from './held-folder.ts';
import { isGone, type ProcessFacts, processFacts } from './proc.ts';

export interface JavaProcess extends ProcessFacts {
  /** Main class, or the jar's file name. */
  readonly main: string;
  /** For the row. */
  readonly arguments: string;
  /** Path as the program was given it. */
  readonly jar: string | undefined;
}

/** Those that this user may inspect. */
export async function javaProcesses(signal: AbortSignal): Promise<readonly JavaProcess[]> {
  const found = await Promise.all((await candidates()).map(javaProcess));
  signal.throwIfAborted();
  return found.filter((each) => each !== undefined);
}

export async function javaProcess(pid: number): Promise<JavaProcess | undefined> {
  const facts = await processFacts(pid);
  if (facts === undefined) return undefined;
  const [given, ...givenRest] = await programArguments(pid);
  const command = (await commandFromPerfData(facts)) ?? (given === undefined ? undefined : [given, ...givenRest].join(' '));
  if (command === undefined) return undefined;
  // Performance data join words by spaces, which jar paths may contain.
  const first = given !== undefined && `${command} `.startsWith(`${given} `) ? given : (command.split(' ')[0] ?? '');
  return {
    ...facts,
    main: mainName(first),
    arguments: command.slice(first.length).trim(),
    jar: first.endsWith('.jar') ? first : undefined,
  };
}

/** Programs called `java`, or with HotSpot's performance data. */
async function candidates(): Promise<readonly number[]> {
  const withData = new Set<string>();
  for (const folder of (await readdir('/tmp')).filter((name) => name.startsWith('hsperfdata_'))) {
    for (const pid of await namesIn(join('/tmp', folder))) withData.add(pid);
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const isLikelyJava = await Promise.all(pids.map(async (pid) => withData.has(pid) || (await isJavaProgram(pid))));
  return pids.filter((_, index) => isLikelyJava[index]).map(Number);
}

async function isJavaProgram(pid: string): Promise<boolean> {
  try {
    return basename(await readlink(`/proc/${pid}/exe`)) === 'java';
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** Anybody can write to that folder, so only a small regular file of the process' user is read. */
async function commandFromPerfData(facts: ProcessFacts): Promise<string | undefined> {
  const temporary = await HeldFolder.temporaryOf(facts).catch(none);
  if (temporary === undefined) return undefined;
  try {
    for (const name of (await temporary.names()).filter((each) => each.startsWith('hsperfdata_'))) {
      const command = await commandIn(temporary, name, facts);
      if (command !== undefined && command !== '') return command;
    }
    return undefined;
  } finally {
    await temporary.close();
  }
}

async function commandIn(temporary: HeldFolder, name: string, { ownPid, uid }: ProcessFacts): Promise<string | undefined> {
  const folder = await temporary.enter(name).catch(none);
  if (folder === undefined) return undefined;
  try {
    const bytes = await readForeignFile(folder.at(String(ownPid)), MOST_FOREIGN_BYTES, { owner: uid }).catch(none);
    return bytes === undefined ? undefined : perfText(bytes, 'sun.rt.javaCommand');
  } finally {
    await folder.close();
  }
}

function none(error: unknown): undefined {
  if (!isUnread(error)) throw error;
  return undefined;
}

/** From the first argument behind options and their values; empty for other programs. */
async function programArguments(pid: number): Promise<readonly string[]> {
  try {
    const [program = '', ...given] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    if (basename(program) !== 'java') return [];
    while (given[0]?.startsWith('-') === true) {
      const option = given.shift() ?? '';
      if (option === '-jar') break;
      if (option === '-m' || option === '--module') break;
      if (/^(-cp|-classpath|--class-path|-p|--module-path|--add-[a-z]+|--upgrade-module-path)$/.test(option)) given.shift();
    }
    // A zero byte ends the list.
    if (given.at(-1) === '') given.pop();
    return given;
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** The main class, module and class, or a jar's path. */
function mainName(command: string): string {
  if (command.endsWith('.jar')) return basename(command);
  return command.slice(command.indexOf('/') + 1);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/**
 * HotSpot's performance data file (`hsperfdata_<user>/<pid>`). Layout: OpenJDK
 * `src/hotspot/share/runtime/perfMemory.hpp`, `PerfDataPrologue` and `PerfDataEntry`.
 */

const MAGIC = 0xcafec0c0;
const PROLOGUE_BYTES = 32;
const ENTRY_BYTES = 20;
const MAX_ENTRIES = 4096;

/** A text entry such as `sun.rt.javaCommand`; undefined when missing or malformed. */
export function perfText(file: Uint8Array, name: string): string | undefined {
  if (file.length < PROLOGUE_BYTES) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0) !== MAGIC) return undefined;
  const little = view.getUint8(4) === 1;
  let at = view.getInt32(24, little);
  const count = Math.min(view.getInt32(28, little), MAX_ENTRIES);
  for (let index = 0; index < count; index++) {
    if (at < PROLOGUE_BYTES || at + ENTRY_BYTES > file.length) return undefined;
    const length = view.getInt32(at, little);
    if (length < ENTRY_BYTES || at + length > file.length) return undefined;
    const entry = file.subarray(at, at + length);
    if (textAt(entry, view.getInt32(at + 4, little)) === name) return textAt(entry, view.getInt32(at + 16, little));
    at += length;
  }
  return undefined;
}

function textAt(entry: Uint8Array, offset: number): string | undefined {
  if (offset < 0 || offset >= entry.length) return undefined;
  const end = entry.indexOf(0, offset);
  return Buffer.from(entry.subarray(offset, end < 0 ? entry.length : end)).toString('utf8');
}
