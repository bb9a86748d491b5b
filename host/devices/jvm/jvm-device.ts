import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import { joinedPhrase, phrase } from '../../../core/text/phrase.ts';
import type { AgentFiles } from '../agent-files.ts';
import { optionsText, randomName } from '../agent-options.ts';
import type { AgentLink, AppProcess, AppRow, AppTarget, DeployOptions, Device, DeviceRow } from '../device.ts';
import { deployFiles } from './deployment.ts';
import { type AttachAnswer, loadAgent } from './hotspot-attach.ts';
import { jarVersion } from './jar-version.ts';
import { type JavaProcess, javaProcesses } from './java-processes.ts';
import { findJcmd, loadAgentByJcmd } from './jcmd-attach.ts';
import { JvmLink } from './jvm-link.ts';

const NEXT_PROCESS_POLL_MS = 250;

/** Running tools of little interest are listed last. */
const tools = /^(org\.gradle\.|org\.jetbrains\.kotlin\.daemon|org\.eclipse\.(equinox|jdt)|com\.intellij\.|sun\.tools\.|jdk\.jcmd)/;

export class JvmDevice implements Device {
  readonly row: DeviceRow;
  readonly #files: AgentFiles;
  /** Other processes of the main class at the choice, which cannot be the next one. */
  readonly #others = new Set<number>();
  /** Processes of each main class when last listed. */
  #listed: ReadonlyMap<string, readonly JavaProcess[]> = new Map();

  constructor(row: DeviceRow, files: AgentFiles) {
    this.row = row;
    this.#files = files;
  }

  async apps(signal: AbortSignal): Promise<readonly AppRow[]> {
    const byMain = new Map<string, JavaProcess[]>();
    for (const each of await javaProcesses(signal)) byMain.set(each.main, [...(byMain.get(each.main) ?? []), each]);
    this.#listed = byMain;
    return [...byMain].map(([main, processes]) => appRow(main, processes)).sort((a, b) => rank(a) - rank(b) || a.id.localeCompare(b.id));
  }

  async nextProcess(target: AppTarget, notPid: number | undefined, signal: AbortSignal): Promise<AppProcess> {
    for (;;) {
      const next = (await matching(target.app, signal)).find((each) => each.pid !== notPid && !this.#others.has(each.pid));
      if (next !== undefined) return { pid: next.pid, name: next.main };
      await pause(NEXT_PROCESS_POLL_MS, undefined, { signal });
    }
  }

  async deploy(target: AppTarget, options: DeployOptions): Promise<AgentLink> {
    const { signal, progress } = options;
    if (options.launch) throw cannotLaunch();
    progress(phrase`Looking for the program`);
    const process = await this.#chosen(target, signal);
    progress(phrase`Copying the agent`);
    const deployment = await deployFiles(process, this.#files);
    try {
      signal.throwIfAborted();
      progress(phrase`Attaching`);
      const rand = randomName();
      const { dir, hook, library } = deployment;
      const { token, intervalUs, depth, allocations } = options;
      const text = optionsText({ token, rand, hook, dir, intervalUs, depth, allocations });
      const answer = await attach(process, library, text, options);
      if (answer.code !== 0) throw notLoaded(process, answer);
      const version = await jarVersion(process);
      const app = { process: { pid: process.pid, name: process.main }, ...(version === undefined ? {} : { version }) };
      return new JvmLink(app, process, deployment, rand, options.log);
    } catch (error) {
      await deployment.remove().catch((left: unknown) => options.log(`Could not remove ${deployment.dir}: ${messageOf(left)}`));
      throw error;
    }
  }

  async #chosen(target: AppTarget, signal: AbortSignal): Promise<JavaProcess> {
    const running = await matching(target.app, signal);
    const pid = target.pid ?? this.#onlyListed(target.app);
    const same = running.filter((each) => each.pid === pid);
    const [process, ...others] = target.pid !== undefined || same.length > 0 ? same : running;
    for (const each of running) if (each !== process && !others.includes(each)) this.#others.add(each.pid);
    if (process === undefined) {
      throw new LaglensError({
        code: 'app-not-running',
        message:
          target.pid === undefined
            ? phrase`No Java virtual machine on this computer runs ${target.app}.`
            : phrase`No Java virtual machine on this computer runs ${target.app} as process ${target.pid}.`,
        next: phrase`Start it, then pick it from the list.`,
        action: 'pickApp',
      });
    }
    if (others.length > 0) {
      const pids = [process, ...others].map((each) => each.pid).join(', ');
      throw new LaglensError({
        code: 'app-several-processes',
        message: phrase`${target.app} runs several times on this computer (processes ${pids}).`,
        next: phrase`Pick one of them by its process id.`,
        action: 'pickApp',
      });
    }
    const foreign = foreignOwner(process);
    if (foreign !== undefined) {
      throw new LaglensError({
        code: foreign.code,
        message: phrase`${process.main} (${process.pid}) belongs to ${foreign.why}.`,
        next: foreign.next,
      });
    }
    return process;
  }

  /** A process that started after the list was shown is not meant. */
  #onlyListed(app: string): number | undefined {
    const [process, ...others] = this.#listed.get(app) ?? [];
    return others.length === 0 ? process?.pid : undefined;
  }
}

/** Own protocol first, then the JDK's tool for unknown answers. Refusals apply to both. */
async function attach(process: JavaProcess, library: string, text: string, options: DeployOptions): Promise<AttachAnswer> {
  try {
    return await loadAgent(process, library, text, options.signal);
  } catch (error) {
    if (error instanceof LaglensError) throw error;
    options.signal.throwIfAborted();
    const jcmd = await findJcmd(globalThis.process.env);
    if (jcmd === undefined) throw error;
    options.log(`Attaching by the protocol failed (${String(error)}); trying ${jcmd}.`);
    return await loadAgentByJcmd(jcmd, process.pid, library, text, options.signal);
  }
}

async function matching(app: string, signal: AbortSignal): Promise<readonly JavaProcess[]> {
  return (await javaProcesses(signal)).filter((each) => each.main === app);
}

function appRow(main: string, processes: readonly JavaProcess[]): AppRow {
  const [first] = processes;
  const foreign = processes.map(foreignOwner).find((each) => each !== undefined);
  const detail =
    processes.length === 1
      ? joinedPhrase(
          [phrase`process ${first?.pid ?? ''}`, first?.arguments ?? ''].filter((part) => part !== ''),
          ' ',
        )
      : phrase`${processes.length} processes`;
  return {
    id: main,
    name: main.slice(main.endsWith('.jar') ? 0 : main.lastIndexOf('.') + 1),
    detail,
    group: foreign === undefined ? 'running' : 'other',
    processes: processes.map((each) => ({ pid: each.pid, name: each.main })),
    notes: [],
    ...(foreign === undefined ? {} : { problem: foreign }),
  };
}

function foreignOwner(process: JavaProcess): AppRow['problem'] {
  const own = globalThis.process.getuid?.();
  if (own === 0 || own === process.uid) return undefined;
  return { code: 'app-other-user', why: phrase`another user (uid ${process.uid})`, next: phrase`Run VS Code or laglens as that user.` };
}

function rank(row: AppRow): number {
  return row.problem !== undefined ? 2 : tools.test(row.id) ? 1 : 0;
}

function cannotLaunch(): LaglensError {
  return new LaglensError({
    code: 'launch-unsupported',
    message: phrase`Laglens does not start Java programs of this computer by itself.`,
    next: phrase`Start the program as usual and capture it while it runs.`,
    action: 'pickApp',
  });
}

function notLoaded(process: JavaProcess, answer: AttachAnswer): LaglensError {
  const { pid } = process;
  const said = answer.text === '' ? phrase`code ${answer.code}` : answer.text;
  const disabled = /EnableDynamicAgentLoading|Dynamic agent loading/i.test(answer.text);
  return new LaglensError({
    code: disabled ? 'attach-refused' : 'agent-load-failed',
    message: disabled
      ? phrase`The virtual machine of process ${pid} does not take agents while it runs.`
      : phrase`The virtual machine of process ${pid} could not load the agent (${said}).`,
    next: disabled
      ? phrase`Start the program with -XX:+EnableDynamicAgentLoading.`
      : phrase`If /tmp is mounted with "noexec", mount it without; if an older Laglens agent is in the program, restart the program.`,
    action: 'retry',
    output: answer.text,
  });
}
