import type { Message } from '../../core/wire/schema.ts';
import { helloMessage, processMessage } from './sample-stream.ts';

/** An activity of a scripted app's main thread. */
export interface Deed {
  readonly kind: 'idle' | 'message' | 'input' | 'idleHandler' | 'native' | 'queue' | 'outside';
  readonly us: number;
  /** Frames below the looper's, outermost first: `com.example.Shop.open:12`. */
  readonly stack?: readonly string[];
  /** Share of the time on CPU; 1 unless idle. */
  readonly busy?: number;
  /** Thread state; running unless said. */
  readonly state?: number;
  /** Consecutive stacks that make up the time, instead of one. */
  readonly parts?: readonly Pick<Deed, 'us' | 'stack' | 'busy' | 'state'>[];
  readonly target?: string;
  readonly callback?: string;
}

export interface ScriptOptions {
  readonly intervalUs?: number;
  /** False if the hook could not be set. */
  readonly hook?: boolean;
  /** False if the agent cannot read the thread's CPU clock. */
  readonly cpu?: boolean;
  /** The outermost frame. */
  readonly main?: string;
  /** Decides the names of the frames around the queue. */
  readonly release?: '11' | '14' | '16';
  /** Innermost frames the agent reads; all by default, reported as 512. */
  readonly depth?: number;
}

/** Session time at which the script begins. */
export const SCRIPT_START_US = 1_000_000_000;

const ANNOUNCE_US = 35_000;
const TURNING_US = 20;

/** Frames of the looper by release (AOSP). */
const loopers = {
  11: { loop: ['android.os.Looper.loop:223'], next: ['android.os.MessageQueue.next:335'] },
  14: { loop: ['android.os.Looper.loop:294', 'android.os.Looper.loopOnce:162'], next: ['android.os.MessageQueue.next:335'] },
  16: {
    loop: ['android.os.Looper.loop:338', 'android.os.Looper.loopOnce:171'],
    next: ['android.os.MessageQueue.next:800', 'android.os.MessageQueue.nextLegacy:720'],
  },
} as const;

/** An agent's messages, as `device-agents` sends them, about an app whose main thread does these deeds. */
export function scriptedApp(deeds: readonly Deed[], options: ScriptOptions = {}): Message[] {
  const agent = new ScriptedAgent(options);
  for (const deed of deeds) agent.play(deed);
  return [...agent.messages];
}

/** The open run of equal samples. */
interface ScriptedRun {
  readonly node: number;
  readonly state: number;
  seenUs: number;
  cpuUs: number;
  merged: number;
  announcedUs: number;
  announcedCpuUs: number;
}

class ScriptedAgent {
  readonly messages: Message[] = [];
  readonly #options: ScriptOptions;
  readonly #intervalUs: number;
  readonly #methods = new Map<string, number>();
  readonly #nodes = new Map<string, number>();
  readonly #strings = new Map<string, number>();
  #nowUs = SCRIPT_START_US;
  #roundUs: number;
  #tickUs = SCRIPT_START_US;
  #cpuUs = 0;
  #run: ScriptedRun | undefined;

  constructor(options: ScriptOptions) {
    this.#options = options;
    this.#intervalUs = options.intervalUs ?? 10_000;
    this.#roundUs = SCRIPT_START_US + this.#intervalUs / 2;
    this.messages.push(
      processMessage(0),
      helloMessage(SCRIPT_START_US, { intervalUs: this.#intervalUs }),
      { type: 'settings', intervalUs: this.#intervalUs, threads: 1, depth: options.depth ?? 512, walkAlways: 0 },
      { type: 'thread', thread: 1, tid: 4242, name: 'main', group: 'main', flags: 1, atUs: SCRIPT_START_US },
    );
  }

  play(deed: Deed): void {
    const isMessage = deed.kind === 'message' && this.#options.hook !== false;
    const names = { target: this.#string(deed.target), callback: this.#string(deed.callback), what: 0 };
    if (isMessage) this.messages.push({ type: 'messageBegin', thread: 1, atUs: this.#nowUs, target: 0, callback: 0, what: 0 });
    for (const part of deed.parts ?? [deed]) this.#spend({ ...deed, ...part });
    if (isMessage) this.messages.push({ type: 'messageEnd', thread: 1, atUs: this.#nowUs, ...names });
  }

  #spend(deed: Deed): void {
    const endUs = this.#nowUs + deed.us;
    // Changing activity takes CPU time, also to fall asleep.
    this.#cpuUs += TURNING_US;
    const busy = deed.busy ?? (deed.kind === 'idle' ? 0 : 1);
    const frames = this.#frames(deed);
    const node = this.#node(frames.slice(-(this.#options.depth ?? frames.length)));
    while (this.#roundUs < endUs) {
      this.#sample(node, deed.state ?? (deed.kind === 'idle' || deed.kind === 'native' ? 5 : 0), (this.#roundUs - this.#nowUs) * busy);
      this.#roundUs += this.#intervalUs;
    }
    this.#cpuUs += deed.us * busy;
    this.#nowUs = endUs;
  }

  #frames({ kind, stack = [] }: Deed): readonly string[] {
    const { loop, next } = loopers[this.#options.release ?? '14'];
    const { main = 'com.android.internal.os.ZygoteInit.main:1003' } = this.#options;
    const poll = 'android.os.MessageQueue.nativePollOnce:-2';
    if (kind === 'outside') return [main, ...stack];
    if (kind === 'message') return [main, ...loop, 'android.os.Handler.dispatchMessage:106', ...stack];
    if (kind === 'idleHandler' || kind === 'queue') return [main, ...loop, ...next, ...stack];
    return [main, ...loop, ...next, poll, ...(kind === 'input' ? stack : [])];
  }

  /** One round of the agent: device-agents/android/sampling/sampler.c and core/stream/runs.c. */
  #sample(node: number, state: number, sinceUs: number): void {
    const atUs = this.#roundUs;
    const cpuUs = Math.round(this.#cpuUs + sinceUs);
    const known = this.#options.cpu !== false;
    const run = this.#run;
    if (run !== undefined && known && run.cpuUs === cpuUs) {
      run.merged++;
      run.seenUs = atUs;
    } else if (run !== undefined && run.node === node && run.state === state) {
      Object.assign(run, { merged: run.merged + 1, seenUs: atUs, cpuUs });
      if (atUs - run.announcedUs >= ANNOUNCE_US) this.#announce(run);
    } else {
      if (run !== undefined && run.merged > 0) this.#announce(run);
      const before = run?.announcedCpuUs;
      this.messages.push({
        type: 'sample',
        thread: 1,
        atUs,
        node,
        state,
        cpuUs: known && before !== undefined ? cpuUs - before : undefined,
      });
      this.#run = { node, state, seenUs: atUs, cpuUs, merged: 0, announcedUs: atUs, announcedCpuUs: cpuUs };
    }
    if (atUs - this.#tickUs < ANNOUNCE_US) return;
    this.messages.push({ type: 'tick', atUs, rounds: 1 });
    this.#tickUs = atUs;
  }

  #announce(run: ScriptedRun): void {
    const cpuUs = this.#options.cpu === false ? undefined : run.cpuUs - run.announcedCpuUs;
    this.messages.push({ type: 'run', thread: 1, atUs: run.seenUs, samples: run.merged, cpuUs });
    Object.assign(run, { merged: 0, announcedUs: run.seenUs, announcedCpuUs: run.cpuUs });
  }

  #node(frames: readonly string[]): number {
    let parent = 0;
    for (const frame of frames) {
      const key = `${parent} ${frame}`;
      let id = this.#nodes.get(key);
      if (id === undefined) {
        id = this.#nodes.size + 1;
        const [, name = '', line = '0'] = /^(.*):(-?\d+)$/.exec(frame) ?? [];
        this.messages.push({ type: 'node', id, parent, method: this.#method(name), line: Math.max(0, Number(line)), pc: 0 });
        this.#nodes.set(key, id);
      }
      parent = id;
    }
    return parent;
  }

  #method(qualified: string): number {
    const known = this.#methods.get(qualified);
    if (known !== undefined) return known;
    const id = this.#methods.size + 1;
    this.#methods.set(qualified, id);
    const dot = qualified.lastIndexOf('.');
    const className = qualified.slice(0, dot);
    const simple = className.slice(className.lastIndexOf('.') + 1);
    const outer = simple.split('$')[0] ?? simple;
    this.messages.push({
      type: 'method',
      id,
      class: `L${className.replaceAll('.', '/')};`,
      name: qualified.slice(dot + 1),
      signature: '()V',
      sourceFile: outer.endsWith('Kt') ? `${outer.slice(0, -2)}.kt` : `${outer}.java`,
      modifiers: 1,
    });
    return id;
  }

  #string(text: string | undefined): number {
    if (text === undefined) return 0;
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const id = this.#strings.size + 1;
    this.#strings.set(text, id);
    this.messages.push({ type: 'string', id, text });
    return id;
  }
}
