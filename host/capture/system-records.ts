import { setTimeout as pause } from 'node:timers/promises';
import { exitReason, processEndSentence } from '../../core/analysis/processes/process-end.ts';
import { explain } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import { systemRecordKind } from '../../core/session/model/system-records.ts';
import { phrase } from '../../core/text/phrase.ts';
import type { AgentLink, SystemRecord } from '../devices/device.ts';
import { timeoutSignal, withLimit } from '../time-limits.ts';
import type { LinkLimits } from './capture-options.ts';
import type { Recording } from './recording.ts';

interface SystemRecordsOptions {
  readonly recording: Recording;
  readonly limits: Pick<LinkLimits, 'recordsAgainMs'>;
  log(line: string): void;
}

/** Android notes an end some moments after it, and its reason maybe later. */
const END_PAUSES_MS = [100, 300, 1_000, 3_000];
const ANSWER_MS = 5_000;
/** The person waits for the session. */
const LAST_MS = 2_000;

/** Asks the device's system for its records of a process, beside the capture. Failures are logged. */
export class SystemRecords {
  readonly #options: SystemRecordsOptions;
  readonly #known = new Set<string>();
  readonly #asking = new Set<Promise<unknown>>();
  readonly #over = new AbortController();
  #following = new AbortController();
  #followed: { readonly link: AgentLink; readonly run: number } | undefined;

  constructor(options: SystemRecordsOptions) {
    this.#options = options;
  }

  /** The log forgets in minutes to hours, so it is asked while the process runs. */
  follow(link: AgentLink, run: number): void {
    this.#unfollow();
    if (link.systemRecords === undefined) return;
    this.#followed = { link, run };
    background(this.#askAgain(link, run, this.#following.signal), (error) => this.#options.log(explain(error)));
  }

  /** Resolves with a sentence, if the end's reason is known. Never rejects. */
  ended(link: AgentLink, run: number): Promise<string | undefined> {
    this.#unfollow();
    const asked = this.#untilEndIsKnown(link, run);
    this.#asking.add(asked);
    return asked.finally(() => this.#asking.delete(asked));
  }

  /** Before the recording ends. @param hurry ends the wait */
  async last(hurry: AbortSignal): Promise<void> {
    const within = AbortSignal.any([hurry, timeoutSignal(LAST_MS)]);
    const { link, run } = this.#followed ?? {};
    this.#unfollow();
    const stop = (): void => this.#over.abort();
    within.addEventListener('abort', stop, { once: true });
    if (link !== undefined && run !== undefined) await this.#ask(link, run, within);
    await Promise.all(this.#asking);
    within.removeEventListener('abort', stop);
  }

  #unfollow(): void {
    this.#following.abort();
    this.#following = new AbortController();
    this.#followed = undefined;
  }

  async #askAgain(link: AgentLink, run: number, signal: AbortSignal): Promise<void> {
    while (await passed(this.#options.limits.recordsAgainMs, signal)) await this.#ask(link, run, signal);
  }

  async #untilEndIsKnown(link: AgentLink, run: number): Promise<string | undefined> {
    const { signal } = this.#over;
    let end: SystemRecord | undefined;
    for (const ms of END_PAUSES_MS) {
      if (link.systemRecords === undefined || !(await passed(ms, signal))) break;
      end = (await this.#ask(link, run, signal)) ?? end;
      if (end !== undefined && !isVague(end)) break;
    }
    if (end === undefined) return undefined;
    this.#take(run, [end]);
    return processEndSentence(end);
  }

  /** Takes all but an end without a reason. @returns the end */
  async #ask(link: AgentLink, run: number, signal: AbortSignal): Promise<SystemRecord | undefined> {
    const limit = {
      ms: ANSWER_MS,
      what: phrase`Asking for the system’s records of ${link.process.name}`,
      next: phrase`The capture goes on.`,
    };
    try {
      const records = await withLimit(limit, signal, async (within) => (await link.systemRecords?.(within)) ?? []);
      this.#take(
        run,
        records.filter((record) => !isVague(record)),
      );
      return records.find(isEnd);
    } catch (error) {
      if (!signal.aborted) this.#options.log(explain(error));
      return undefined;
    }
  }

  #take(run: number, records: readonly SystemRecord[]): void {
    this.#options.recording.systemRecords(
      run,
      records.filter((record) => this.#isNew(run, record)),
    );
  }

  #isNew(run: number, { kind, wallUs, reason, status }: SystemRecord): boolean {
    const key = kind === systemRecordKind.power ? `${run} ${kind} ${reason} ${status}` : `${run} ${kind} ${wallUs}`;
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    return true;
  }
}

function isEnd({ kind }: SystemRecord): boolean {
  return kind === systemRecordKind.end;
}

function isVague(record: SystemRecord): boolean {
  return isEnd(record) && record.reason === exitReason.unknown;
}

/** False when aborted. */
async function passed(ms: number, signal: AbortSignal): Promise<boolean> {
  await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
  return !signal.aborted;
}
