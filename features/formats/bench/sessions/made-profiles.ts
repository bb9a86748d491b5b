import { open } from 'node:fs/promises';
import { StackWalk } from '../../../../bench/viewer/stack-walk.ts';
import { seededRandom } from '../../../../tests/core/sample-stream.ts';
import { functionField, lineField, locationField, profileField, sampleField, valueTypeField } from '../../core/pprof/pprof-fields.ts';
import { ProtoWriter } from '../../core/protobuf/proto-writer.ts';

interface MadeProfile {
  readonly name: string;
  readonly ending: string;
  /** Pieces without an end. @param stacks outermost first, a millisecond each */
  readonly begin: () => Uint8Array | string;
  readonly piece: (stack: readonly number[], before: readonly number[], atUs: number) => Uint8Array | string;
  readonly end: (last: readonly number[], atUs: number) => Uint8Array | string;
}

/** As the viewers' profile: 36 frames of 5,000 functions, 100,000 different stack nodes. */
const shape = { depth: 36, nodes: 100_000, changes: 2.6 };
const FUNCTIONS = 5_000;
const INTERVAL_US = 1_000;
const PIECE_BYTES = 1 << 20;

export const madeProfiles: readonly MadeProfile[] = [
  {
    name: 'Chrome’s trace',
    ending: '.trace.json',
    begin: () => `{"traceEvents":[{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"main"}}`,
    piece: (stack, before, atUs) =>
      changes(stack, before, (phase, frame) => `,{"ph":"${phase}","name":"${nameOf(frame)}","cat":"call","ts":${atUs},"pid":1,"tid":1}`),
    end: (last, atUs) => `${changes([], last, (phase) => `,{"ph":"${phase}","ts":${atUs},"pid":1,"tid":1}`)}]}`,
  },
  {
    name: 'speedscope’s JSON',
    ending: '.speedscope.json',
    begin: () =>
      `{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{"frames":[${functions()
        .map((index) => JSON.stringify({ name: nameOf(index), file: `Class${index % 400}.java` }))
        .join()}]},"profiles":[{"type":"evented","name":"main","unit":"microseconds","startValue":0,"events":[{"type":"O","frame":0,"at":0}`,
    piece: (stack, before, atUs) =>
      changes(stack, before, (phase, frame) => `,{"type":"${phase === 'B' ? 'O' : 'C'}","frame":${frame},"at":${atUs}}`),
    end: (last, atUs) =>
      `${changes([], last, (_phase, frame) => `,{"type":"C","frame":${frame},"at":${atUs}}`)},{"type":"C","frame":0,"at":${atUs}}],"endValue":${atUs}}]}`,
  },
  { name: 'pprof', ending: '.pb', begin: pprofBegin, piece: pprofSample, end: pprofTables },
];

/** The same each time, a little over `bytes`. */
export async function writeMadeProfile(profile: MadeProfile, path: string, bytes: number): Promise<void> {
  const walk = new StackWalk(shape, seededRandom(1));
  const file = await open(path, 'w');
  let before: readonly number[] = [];
  let atUs = 0;
  let written = 0;
  let waiting = [Buffer.from(profile.begin())];
  let length = waiting[0]?.length ?? 0;
  while (written + length < bytes) {
    const stack = stackOf(walk, walk.next());
    const piece = Buffer.from(profile.piece(stack, before, atUs));
    waiting.push(piece);
    length += piece.length;
    atUs += INTERVAL_US;
    before = stack;
    if (length < PIECE_BYTES) continue;
    await file.write(Buffer.concat(waiting));
    written += length;
    waiting = [];
    length = 0;
  }
  await file.write(Buffer.concat([...waiting, Buffer.from(profile.end(before, atUs))]));
  await file.close();
}

/** Functions of a stack, outermost first. */
function stackOf(walk: StackWalk, node: number): readonly number[] {
  const stack: number[] = [];
  for (let at = node; at !== 0; at = walk.parent[at] || 0) stack.push((at * 7_919) % FUNCTIONS);
  return stack.reverse();
}

function changes(stack: readonly number[], before: readonly number[], event: (phase: 'B' | 'E', frame: number) => string): string {
  let same = 0;
  while (same < stack.length && stack[same] === before[same]) same++;
  const ended = before.slice(same).reverse();
  return [...ended.map((frame) => event('E', frame)), ...stack.slice(same).map((frame) => event('B', frame))].join('');
}

function functions(): readonly number[] {
  return Array.from({ length: FUNCTIONS }, (_, index) => index);
}

function nameOf(index: number): string {
  return `com.example.shop.part${index % 40}.Class${index % 400}.method${index}`;
}

function pprofBegin(): Uint8Array {
  const [profile, part] = [new ProtoWriter(), new ProtoWriter()];
  part.number(valueTypeField.type, 1);
  part.number(valueTypeField.unit, 2);
  profile.message(profileField.sampleType, part);
  return profile.take();
}

/** Behind the samples, as Go writes them. Locations and functions have the number of their function, from 1. */
function pprofTables(): Uint8Array {
  const [profile, part, inner] = [new ProtoWriter(), new ProtoWriter(), new ProtoWriter()];
  for (const index of functions()) {
    part.clear();
    part.number(functionField.id, index + 1);
    part.number(functionField.name, 3 + index);
    profile.message(profileField.function, part);
    inner.clear();
    inner.number(lineField.function, index + 1);
    inner.number(lineField.line, 10 + (index % 300));
    part.clear();
    part.number(locationField.id, index + 1);
    part.message(locationField.line, inner);
    profile.message(profileField.location, part);
  }
  for (const text of ['', 'wall', 'nanoseconds', ...functions().map(nameOf)]) profile.text(profileField.string, text);
  return profile.take();
}

function pprofSample(stack: readonly number[]): Uint8Array {
  const [profile, sample] = [new ProtoWriter(), new ProtoWriter()];
  sample.numbers(sampleField.location, stack.map((index) => index + 1).reverse());
  sample.numbers(sampleField.value, [INTERVAL_US * 1_000]);
  profile.message(profileField.sample, sample);
  return profile.take();
}
