import { frameOf } from '../../../core/analysis/frames/frame.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import type { Message } from '../../../core/wire/schema.ts';
import { helloMessage, processMessage } from '../../core/sample-stream.ts';
import { sampleValues } from '../../core/sample-values.ts';

export const MAP_ID = '0123456789abcdef';

/**
 * As R8 writes maps (doc/retrace.md): a.b is Feed. Its a at lines 1 to 3 is Feed.bind at 41 to 43; at 4 it is Row.width, inlined into
 * Feed.bind at 50. Its b is draw, whose lines 10 and 11 call the outline o.a: from there its lines 1 and 2 stand for 4 and 5, which are
 * Feed.draw at 61 and 62.
 */
export const feedMap = (id: string): string =>
  [
    '# compiler: R8',
    ...(id === '' ? [] : [`# pg_map_id: ${id}`]),
    '# {"id":"com.android.tools.r8.mapping","version":"2.2"}',
    'com.shop.Feed -> a.b:',
    '# {"id":"sourceFile","fileName":"Feed.kt"}',
    '    1:3:void bind():41:43 -> a',
    '    4:4:int com.shop.Row.width():7:7 -> a',
    '    4:4:void bind():50 -> a',
    '    4:4:void draw():61:61 -> b',
    '    5:5:void draw():62:62 -> b',
    '    10:10:void draw():0:0 -> b',
    '# {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"Lo;a()V"}',
    'com.shop.Outlines$$ExternalSyntheticOutline0 -> o:',
    '# {"id":"com.android.tools.r8.synthesized"}',
    '    1:2:void outline():0:0 -> a',
    '# {"id":"com.android.tools.r8.outline"}',
    '',
  ].join('\n');

export const START_US = 5_000_000;

interface ShrunkOptions {
  /** All classes': `r8-map-id-…`, or another text of the build. */
  readonly sourceFile: string;
  readonly app?: string;
  readonly run?: number;
  /** The handler's class, dotted, as in the app. */
  readonly handler?: string;
}

/**
 * A shrunk app's stream: main was sampled once in each stack, in messages of 300 ms.
 * @param stacks outermost frame first: `a.b.c:7`, or `a.b.c@7` for an instruction's offset
 */
export function shrunkSession(stacks: readonly (readonly string[])[], options: ShrunkOptions): Message[] {
  const { sourceFile, app = 'com.example.shop', run = 0, handler = 'a.b' } = options;
  const methods = new Map<string, number>();
  const nodes = new Map<string, number>();
  const messages: Message[] = [
    processMessage(run, { app }),
    helloMessage(START_US),
    { type: 'thread', thread: 1, tid: 1, name: 'main', group: 'main', flags: 1, atUs: START_US },
    { type: 'string', id: 1, text: `L${handler.replaceAll('.', '/')};` },
  ];
  const methodOf = (name: string): number => {
    const known = methods.get(name);
    if (known !== undefined) return known;
    const id = methods.size + 1;
    methods.set(name, id);
    const dot = name.lastIndexOf('.');
    const isAndroid = name.startsWith('android.');
    messages.push({
      type: 'method',
      id,
      class: `L${name.slice(0, dot).replaceAll('.', '/')};`,
      name: name.slice(dot + 1),
      signature: '()V',
      sourceFile: isAndroid ? 'Looper.java' : sourceFile,
      modifiers: 1,
    });
    return id;
  };
  const nodeOf = (frames: readonly string[]): number => {
    let parent = 0;
    for (const frame of frames) {
      const [, name = '', kind = '', number = ''] = /^(.*)([:@])(\d+)$/.exec(frame) ?? [];
      const key = `${parent} ${frame}`;
      const known = nodes.get(key);
      const method = methodOf(name);
      if (known === undefined) {
        const id = nodes.size + 1;
        nodes.set(key, id);
        const line = kind === ':' ? Number(number) : 0;
        messages.push({ type: 'node', id, parent, method, line, pc: kind === '@' ? Number(number) : 0 });
      }
      parent = nodes.get(key) ?? 0;
    }
    return parent;
  };
  let atUs = START_US + 10_000;
  for (const stack of stacks) {
    messages.push({ type: 'messageBegin', thread: 1, atUs, target: 1, callback: 0, what: 0 });
    const node = nodeOf(['android.os.Looper.loop:154', ...stack]);
    messages.push({ type: 'sample', thread: 1, atUs: atUs + 1_000, node, state: 0, cpuUs: 1_000 });
    messages.push({ type: 'run', thread: 1, atUs: atUs + 299_000, samples: 29, cpuUs: 298_000 });
    messages.push({ type: 'messageEnd', thread: 1, atUs: atUs + 300_000, target: 1, callback: 0, what: 0 });
    atUs += 400_000;
  }
  return [...messages, { type: 'tick', atUs, rounds: 1 }];
}

/** Main's shown stacks, outermost first, without the looper: `Feed.bind:12`, inlined frames in brackets. */
export function shownStacks(messages: readonly Message[]): readonly (readonly string[])[] {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  return model.threads.flatMap((thread) =>
    sampleValues(thread.samples, 'node').map((node) => {
      const labels: string[] = [];
      for (let at = model.shownNode(thread.run, node); at !== 0; at = model.nodes.parent[at] ?? 0) {
        const { label, line, isInlined } = frameOf(model, at);
        labels.unshift(isInlined ? `[${label}:${line}]` : `${label}:${line}`);
      }
      return labels.slice(1);
    }),
  );
}
