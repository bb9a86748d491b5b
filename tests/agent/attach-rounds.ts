import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { attach, defaultToken, hookJar, type Program, shippedLibrary } from './program.ts';
import { connectWhenFree, type Host } from './test-host.ts';
import { mainThread, stackOf } from './thread-stacks.ts';

/** Of a process, by its kernel. */
export interface Held {
  readonly descriptors: number;
  readonly threads: number;
  readonly mappings: number;
  readonly residentKb: number;
}

export interface AttachRound {
  /** After the detach. */
  readonly held: Held;
  /** Equal in each round. */
  readonly seen: {
    readonly capabilities: readonly string[];
    readonly threads: readonly string[];
    readonly mainSpins: boolean;
  };
}

/** How a runtime loads an agent: library and options. */
type Load = (program: Program, library: string, rand: string) => Promise<unknown>;

export const loadIntoJvm: Load = (program, library, rand) => attach(program, { library, rand });

export const loadIntoArt: Load = (program, library, rand) =>
  program.act(`attach ${library}=token=${defaultToken},rand=${rand},dir=${program.folder},hook=${hookJar}`);

/** A host comes, sees main's work and detaches, so often; as of a capture, each library is a copy under a name of its own. */
export async function attachRounds(program: Program, load: Load, count: number): Promise<readonly AttachRound[]> {
  const rounds: AttachRound[] = [];
  for (let round = 0; round < count; round++) {
    const rand = `${round}`.padStart(8, '0');
    const library = join(program.folder, `copy-${rand}.so`);
    await copyFile(shippedLibrary, library);
    await load(program, library, rand);
    using host = await connectWhenFree(join(program.folder, `laglens-${program.pid}-${rand}.sock`));
    const seen = await seenBy(program, host);
    host.say({ type: 'detach' });
    await host.closed;
    await rm(library);
    // An answer of main: the runtime is done with the agent's end.
    await program.act('sleep 300');
    rounds.push({ held: await heldBy(program.pid), seen });
  }
  return rounds;
}

async function seenBy(program: Program, host: Host): Promise<AttachRound['seen']> {
  const { capabilities } = await host.until('hello');
  await host.until('sample');
  const main = mainThread(host).thread;
  const isSpin = (node: number): boolean => stackOf(host, node).some((frame) => frame.startsWith('Program.spin:'));
  const span = await program.act('spin 300');
  await host.reached(span.endUs);
  return {
    capabilities: capabilities.map(({ name, enabled, why }) => `${name} ${enabled} ${why}`),
    threads: [...new Set(host.all('thread').map(({ name }) => name))].filter((name) => /^(main|twin|only)/.test(name)).sort(),
    mainSpins: host.all('sample').some(({ thread, node }) => thread === main && isSpin(node)),
  };
}

async function heldBy(pid: number): Promise<Held> {
  const [descriptors, threads, maps, status] = await Promise.all([
    readdir(`/proc/${pid}/fd`),
    readdir(`/proc/${pid}/task`),
    readFile(`/proc/${pid}/maps`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  return {
    descriptors: descriptors.length,
    threads: threads.length,
    mappings: maps.split('\n').length - 1,
    residentKb: Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]),
  };
}

/** Of each further round: the library's segments and their dirty pages stay, as virtual machines never unload an agent. */
const ROUND_MAPPINGS = 16;
const ROUND_KB = 400;
/** A virtual machine's own, at any moment. */
const OWN = { threads: 3, mappings: 16, residentKb: 8 << 10 };

/** From the first round to the last; `beyond` names each bound that it exceeds. */
export function growthOf(rounds: readonly AttachRound[]): Held & { readonly beyond: readonly string[] } {
  const [first, last] = [rounds[0]?.held, rounds.at(-1)?.held];
  if (first === undefined || last === undefined) throw new Error('There was no round.');
  const more = (name: keyof Held): number => last[name] - first[name];
  const growth = {
    descriptors: more('descriptors'),
    threads: more('threads'),
    mappings: more('mappings'),
    residentKb: more('residentKb'),
  };
  const further = rounds.length - 1;
  const most: Held = {
    descriptors: 0,
    threads: OWN.threads,
    mappings: OWN.mappings + further * ROUND_MAPPINGS,
    residentKb: OWN.residentKb + further * ROUND_KB,
  };
  const names = ['descriptors', 'threads', 'mappings', 'residentKb'] as const;
  return { ...growth, beyond: names.filter((name) => growth[name] > most[name]).map((name) => `${name} ${growth[name]}`) };
}
