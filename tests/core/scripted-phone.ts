import { lifePhase } from '../../core/session/columns/run-columns.ts';
import type { Message } from '../../core/wire/schema.ts';
import { helloMessage, processMessage } from './sample-stream.ts';

const bundle = '/private/var/containers/Bundle/Application/6F1C/Shop.app';

/** Files of a scripted iOS app by their names in frames: `Shop 100` is address 100 of the main executable. */
const phoneImages: Readonly<Record<string, string>> = {
  Shop: `${bundle}/Shop`,
  Debug: `${bundle}/Shop.debug.dylib`,
  Cart: `${bundle}/Frameworks/Cart.framework/Cart`,
  Agent: `${bundle}/Frameworks/liblaglens.dylib`,
  dyld: '/usr/lib/dyld',
  UIKit: '/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore',
  CoreFoundation: '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation',
  kernel: '/usr/lib/system/libsystem_kernel.dylib',
};

/** Session time at which the script begins, on the agent's clock. */
export const PHONE_START_US = 2_000_000_000;

const DEFAULT_MODE = 'kCFRunLoopDefaultMode';
const INTERVAL_US = 5_000;
const ANNOUNCE_US = 35_000;
/** Frames around all of main's work: dyld's start, the app's main, UIApplicationMain, CFRunLoopRunSpecific. */
const loop = ['dyld 1', 'Shop 1', 'UIKit 1', 'CoreFoundation 1'] as const;
/** `__CFRunLoopRun` at its call of `mach_msg`, and at its calls of work. */
const asleep = [...loop, 'CoreFoundation 2', 'kernel 1'] as const;
const awake = [...loop, 'CoreFoundation 3'] as const;

/** Main's use of a time. */
interface Spent {
  /** Share of the time on CPU. */
  readonly busy?: number;
  /** Thread state of the protocol; 0 when busy, else 7. */
  readonly state?: number;
}

interface TurnOptions extends Spent {
  readonly mode?: string;
  /** Consecutive stacks that make up the time, instead of one. */
  readonly parts?: readonly (Spent & { readonly us: number; readonly stack: readonly string[] })[];
  /** Its end is never reported. */
  readonly endless?: boolean;
}

/** The open run of equal samples. */
interface CallOptions {
  readonly thread?: number;
  readonly owner?: number;
}

interface PhoneRun {
  readonly node: number;
  readonly state: number;
  announcedUs: number;
  announcedCpuUs: number;
  seenUs: number;
  seenCpuUs: number;
  merged: number;
}

/** An iOS agent's messages about main, which follows a script. */
export class ScriptedPhone {
  readonly messages: Message[] = [];
  readonly #nodes = new Map<string, number>();
  readonly #strings = new Map<string, number>();
  #nowUs = PHONE_START_US;
  #roundUs = PHONE_START_US + INTERVAL_US / 2;
  #tickUs = PHONE_START_US;
  #cpuUs = 0;
  #run: PhoneRun | undefined;

  constructor(changes: Partial<Message<'hello'>> = {}) {
    const atUs = PHONE_START_US;
    this.messages.push(
      processMessage(0, { deviceKind: 'ios', device: 'iPhone', app: 'com.example.shop', launched: 1 }),
      helloMessage(atUs, { os: 'ios', abi: 'arm64', runtime: 'iOS 17.4 (21E213)', intervalUs: INTERVAL_US, ...changes }),
      { type: 'settings', intervalUs: INTERVAL_US, threads: 1, depth: 512, walkAlways: 0 },
      { type: 'thread', thread: 1, tid: 259, name: 'main', group: 'com.apple.main-thread', flags: 1, atUs },
      { type: 'thread', thread: 2, tid: 260, name: 'db', group: 'com.example.db', flags: 0, atUs },
    );
    for (const [index, path] of Object.values(phoneImages).entries()) {
      this.messages.push({ type: 'image', id: index + 1, base: 0, size: 1 << 20, buildId: new Uint8Array([index]), path });
    }
  }

  /** Time since the script began. */
  get elapsedUs(): number {
    return this.#nowUs - PHONE_START_US;
  }

  /** Main waits for events. */
  idle(us: number): this {
    this.#spend(us, asleep, { busy: 0 });
    return this;
  }

  /** One turn of the run loop. */
  turn(us: number, stack: readonly string[], options: TurnOptions = {}): this {
    const target = this.#string(options.mode ?? DEFAULT_MODE);
    this.messages.push({ type: 'messageBegin', thread: 1, atUs: this.#nowUs, target, callback: 0, what: 0 });
    const parts = options.parts ?? [{ us, stack }];
    for (const part of parts) this.#spend(part.us, [...awake, ...part.stack], { ...options, ...part });
    if (options.endless !== true) {
      this.messages.push({ type: 'messageEnd', thread: 1, atUs: this.#nowUs, target, callback: 0, what: 0 });
    }
    return this;
  }

  /** Work below `main`, before the run loop runs. */
  prepare(us: number, stack: readonly string[], spent: Spent = {}): this {
    this.#spend(us, ['dyld 1', 'Shop 1', ...stack], spent);
    return this;
  }

  /** Nothing runs or is reported. */
  still(us: number): this {
    this.#nowUs += us;
    while (this.#roundUs < this.#nowUs) this.#roundUs += INTERVAL_US;
    return this;
  }

  phase(name: keyof typeof lifePhase, agoUs = 0): this {
    this.messages.push({ type: 'lifecycle', atUs: this.#nowUs - agoUs, phase: lifePhase[name] });
    return this;
  }

  counters(changes: Partial<Message<'counters'>> = {}): this {
    const atUs = this.#nowUs;
    const unknown = { footprintBytes: undefined, thermal: undefined, allocations: undefined, allocatedBytes: undefined };
    this.messages.push({ type: 'counters', atUs, cpuUs: 0, cores: 6, threads: 12, ...unknown, ...changes });
    return this;
  }

  /** The display link was late. */
  lateFrame(lateUs: number): this {
    this.messages.push({ type: 'frame', atUs: this.#nowUs, lateUs, periodUs: 16_667, inTime: 0, first: 0 });
    return this;
  }

  /** A blocking call that ends now. */
  waited(us: number, name: string, object: string, options: CallOptions = {}): this {
    return this.#call('blockingCall', us, name, object, options);
  }

  /** A call that has lasted so long now, and lasts on; the owner was just asked for. */
  waits(us: number, name: string, object: string, options: CallOptions = {}): this {
    return this.#call('openCall', us, name, object, options);
  }

  #call(type: 'blockingCall' | 'openCall', us: number, name: string, object: string, { thread = 1, owner = 0 }: CallOptions): this {
    const [atUs, node] = [this.#nowUs, 0];
    this.messages.push({ type, thread, beginUs: atUs - us, atUs, node, function: this.#string(name), object: this.#string(object), owner });
    return this;
  }

  /** One sample of another thread. */
  other(stack: readonly string[], cpuUs: number | undefined, state = 0): this {
    this.messages.push({ type: 'sample', thread: 2, atUs: this.#nowUs, node: this.#node(stack), state, cpuUs });
    return this;
  }

  otherAgain(cpuUs: number): this {
    this.messages.push({ type: 'run', thread: 2, atUs: this.#nowUs, samples: 1, cpuUs });
    return this;
  }

  send(message: Message): this {
    this.messages.push(message);
    return this;
  }

  #spend(us: number, stack: readonly string[], { busy = 1, state = busy > 0 ? 0 : 7 }: Spent): void {
    const endUs = this.#nowUs + us;
    const node = this.#node(stack);
    while (this.#roundUs < endUs) {
      this.#sample(node, state, Math.round(this.#cpuUs + (this.#roundUs - this.#nowUs) * busy));
      this.#roundUs += INTERVAL_US;
    }
    this.#cpuUs += us * busy;
    this.#nowUs = endUs;
  }

  #sample(node: number, state: number, cpuUs: number): void {
    const atUs = this.#roundUs;
    const run = this.#run;
    if (run !== undefined && run.node === node && run.state === state) {
      Object.assign(run, { merged: run.merged + 1, seenUs: atUs, seenCpuUs: cpuUs });
      if (atUs - run.announcedUs >= ANNOUNCE_US) this.#announce(cpuUs);
    } else {
      if (run !== undefined && run.merged > 0) this.#announce(run.seenCpuUs);
      const before = run?.announcedCpuUs;
      this.messages.push({ type: 'sample', thread: 1, atUs, node, state, cpuUs: before === undefined ? undefined : cpuUs - before });
      this.#run = { node, state, announcedUs: atUs, announcedCpuUs: cpuUs, seenUs: atUs, seenCpuUs: cpuUs, merged: 0 };
    }
    if (atUs - this.#tickUs < ANNOUNCE_US) return;
    this.messages.push({ type: 'tick', atUs, rounds: 1 });
    this.#tickUs = atUs;
  }

  #announce(cpuUs: number): void {
    const run = this.#run;
    if (run === undefined) return;
    this.messages.push({ type: 'run', thread: 1, atUs: run.seenUs, samples: run.merged, cpuUs: cpuUs - run.announcedCpuUs });
    Object.assign(run, { merged: 0, announcedUs: run.seenUs, announcedCpuUs: cpuUs });
  }

  #node(frames: readonly string[]): number {
    let parent = 0;
    for (const frame of frames) {
      const key = `${parent} ${frame}`;
      let id = this.#nodes.get(key);
      if (id === undefined) {
        id = this.#nodes.size + 1;
        const [image = '', offset = '0'] = frame.split(' ');
        const file = Object.keys(phoneImages).indexOf(image) + 1;
        this.messages.push({ type: 'nativeNode', id, parent, image: file, offset: Number(offset) });
        this.#nodes.set(key, id);
      }
      parent = id;
    }
    return parent;
  }

  #string(text: string): number {
    if (text === '') return 0;
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    const id = this.#strings.size + 1;
    this.#strings.set(text, id);
    this.messages.push({ type: 'string', id, text });
    return id;
  }
}

/** The symbol record of an address: one function, with file and line. */
export function nameOf(frame: string, name: string, file: string, line: number): Message<'addressNames'> {
  const [image = '', offset = '0'] = frame.split(' ');
  const frames = [{ class: '', name, short: name, signature: '', file, line, column: 0 }];
  return {
    type: 'addressNames',
    run: 0,
    image: Object.keys(phoneImages).indexOf(image) + 1,
    offset: Number(offset),
    confidence: 2,
    others: 0,
    frames,
  };
}
