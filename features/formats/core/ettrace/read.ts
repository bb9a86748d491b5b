import { beforeAny } from '../../../../core/text/cuts.ts';
import { field, isObject, listField, numberField, textField } from '../../../../core/text/json-fields.ts';
import { pathOfName } from '../field/apple-facts.ts';
import { malformed } from '../import/import-errors.ts';
import { jsonOf } from '../import/json.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { callTimes } from './call-times.ts';

const LOOKS_LIKE = 'an ETTrace file';
/** Functions below which main runs, as outermost frames. */
const MAIN = new Set(['main', 'UIApplicationMain', '$main', 'start']);
const MAIN_DEPTH = 6;
const MOST_EVENTS = 100_000;

export function looksLikeEttrace({ json }: Beginning): boolean {
  return json?.entries.get('nodes')?.kind === 'object' && ['osBuild', 'isSimulator', 'libraries'].some((key) => json.entries.has(key));
}

/** One thread's calls; names are ETTrace's own. */
export async function readEttrace(task: ImportTask): Promise<void> {
  const { source, builder, report, turns } = task;
  const root = await jsonOf(source, report, LOOKS_LIKE);
  const frames = new NodeFrames(task, field(root, 'libraries'));
  let isMain = false;
  const times: { readonly beginUs: number; readonly endUs: number; readonly stack: number }[] = [];
  const count = await callTimes(field(root, 'nodes'), {
    stackOf: (node, parent, depth) => {
      isMain ||= depth < MAIN_DEPTH && MAIN.has(beforeAny(textField(node, 'name'), '('));
      return builder.stack(parent, frames.of(node));
    },
    spent: (beginUs, endUs, stack) => times.push({ beginUs, endUs, stack }),
    unread: () => report.skipped('calls without a name or time'),
    pause: () => turns.pause(),
  });
  if (times.length === 0) throw malformed(source.name, LOOKS_LIKE, 'has no stacks');
  const thread = builder.thread({ name: isMain ? 'main' : 'thread', isMain });
  for (const { beginUs, endUs, stack } of times) builder.sample(thread, beginUs, endUs, stack);
  report.read('calls', count);
  const system = { system: 'ios' as const, device: textField(root, 'device'), version: textField(root, 'osBuild') };
  builder.process(system);
  addEvents(root, task);
  report.assumed(
    isMain ? 'The thread is main: it runs the app’s main function.' : 'The thread is not main: no frame is an app’s main function.',
  );
}

function addEvents(root: unknown, { builder, report }: ImportTask): void {
  const events = listField(root, 'events');
  for (const event of events.slice(0, MOST_EVENTS)) {
    const time = numberField(event, 'time');
    const name = textField(event, 'name') || textField(event, 'span');
    if (time === undefined || name === '') report.skipped('events without a name or time');
    else builder.mark(time * 1e6, /^stop$/i.test(textField(event, 'type')) ? `end of ${name}` : name);
  }
  report.skipped(`events beyond ${MOST_EVENTS}`, events.length - MOST_EVENTS);
}

/** Frames of nodes: functions by name within their library, others by address. */
class NodeFrames {
  readonly #task: ImportTask;
  readonly #libraries: unknown;
  readonly #images = new Map<string, number>();
  /** Places of named functions, per library. */
  readonly #places = new Map<string, number>();

  constructor(task: ImportTask, libraries: unknown) {
    this.#task = task;
    this.#libraries = libraries;
  }

  of(node: unknown): number {
    const { builder } = this.#task;
    const name = textField(node, 'name');
    const library = textField(node, 'library');
    if (library === '') return builder.frame({ function: name });
    const base = this.#baseOf(library);
    const image = this.#imageOf(library, base);
    const address = numberField(node, 'address');
    if (address !== undefined && address >= 0) {
      const offset = base !== undefined && address >= base ? address - base : address;
      return builder.frame({ function: '', image, address: offset });
    }
    return builder.frame({ function: name, image, address: this.#placeOf(library, name) });
  }

  #placeOf(library: string, name: string): number {
    const key = `${library}\n${name}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#places.size + 1;
    this.#places.set(key, place);
    this.#task.report.assumed('Named functions are numbered within their libraries: the file has no addresses for them.');
    return place;
  }

  #imageOf(library: string, base: number | undefined): number {
    const known = this.#images.get(library);
    if (known !== undefined) return known;
    const path = library.includes('/') ? library : pathOfName(library, base);
    const image = this.#task.builder.image({ path, base: base ?? 0 });
    this.#images.set(library, image);
    return image;
  }

  /** Load address, by path or by name. */
  #baseOf(library: string): number | undefined {
    const direct = numberField(this.#libraries, library);
    if (direct !== undefined || !isObject(this.#libraries)) return direct;
    return undefined;
  }
}
