import { type MessagePlan, plans } from '../../../core/wire/plan.ts';
import {
  type Field,
  type FieldKind,
  MAX_LIST_ITEMS,
  MAX_MESSAGE_BYTES,
  MAX_STACK_DEPTH,
  MAX_STRING_BYTES,
  type MessageDefinition,
  messages,
  NONCE_BYTES,
  PROTOCOL_VERSION,
  TOKEN_BYTES,
} from '../../../core/wire/schema.ts';

const count = (number: number): string => number.toLocaleString('en');

const kinds: Readonly<Record<FieldKind | 'list', string>> = {
  u: 'unsigned LEB128 varint, at most 2^53 - 1; the default kind',
  s: 'zigzag varint: 0, -1, 1, -2 … as 0, 1, 2, 3 …',
  opt: 'varint of value + 1; 0: unknown',
  more: 'as `u`, at a message’s end: omitted if it and all behind it are 0',
  t: 'microseconds of the agent’s monotonic clock: zigzag difference to the time base, which it moves',
  T: 'absolute `t`, a varint; sets the time base',
  n: 'stack node id (0: empty stack): zigzag difference to the node base, which it moves',
  N: 'absolute `n`, a varint; sets the node base',
  bytes: `length as a varint, then at most ${count(MAX_STRING_BYTES)} bytes`,
  str: 'UTF-8 as `bytes`; invalid parts show as U+FFFD',
  list: `number of items as a varint, at most ${count(MAX_LIST_ITEMS)}, then each item’s fields`,
};

/** Definitions shared by several messages, by the first that lists them. */
type Shown = ReadonlyMap<Field, string>;

const speakers: readonly (readonly [MessageDefinition['from'], string])[] = [
  ['agent', 'From the agent to the host'],
  ['host', 'From the host to the agent'],
  ['session', 'From the host into the session file'],
];

/** Kinds and meanings that many messages share, said once. */
const commonFields: ReadonlyMap<string, readonly [FieldKind, string]> = new Map([
  ['atUs', ['t', 'time of the fact']],
  ['monoUs', ['T', 'CLOCK_MONOTONIC; iOS: mach_absolute_time, which halts while the device sleeps']],
  ['wallUs', ['u', 'wall clock now, since 1970']],
  ['intervalUs', ['u', 'sampling interval']],
  ['nonce', ['bytes', `${NONCE_BYTES} random bytes, new for each connection`]],
  ['pid', ['u', 'process id']],
  ['run', ['u', 'index of the run, from 0']],
  ['id', ['u', 'from 1']],
  ['class', ['str', 'JVM type signature: Lcom/example/Shop;']],
  ['signature', ['str', 'descriptor: (I)V']],
  ['sourceFile', ['str', 'SourceFile attribute']],
  ['object', ['u', 'string: class of the object; a class object has its generic signature, Ljava/lang/Class<Lcom/example/Cart;>;']],
  ['why', ['str', 'reason, for people']],
]);

/** The field as listed: its kind is shown unless it is `u` or the common one. */
function listed(name: string, [kind, meaning]: Field): { readonly text: string; readonly isPlain: boolean } {
  const common = commonFields.get(name);
  const isCommon = common?.[0] === kind && common[1] === meaning;
  const isShort = kind === (common?.[0] ?? 'u');
  return { text: isShort ? `\`${name}\`` : `\`${name}:${kind}\``, isPlain: isCommon || lettersOf(meaning) === lettersOf(name) };
}

/** Lines of all fields in order. Neighbours that another message already lists share one, and so do those without a meaning of their own. */
function fieldLines(fields: readonly (readonly [string, Field])[], shown: Shown, indent = ''): readonly string[] {
  const lines: string[] = [];
  let sharedBy: string | undefined;
  let plainBefore = false;
  for (const [name, definition] of fields) {
    const [, meaning, items] = definition;
    const { text, isPlain } = listed(name, definition);
    const by = isPlain ? undefined : shown.get(definition);
    if (isPlain && plainBefore && items === undefined) lines.push(`${lines.pop()}, ${text}`);
    else if (by !== undefined && by === sharedBy) {
      const earlier = lines.pop()?.replace(/: as in `\w+`$/, '');
      lines.push(`${earlier}, ${text}: as in \`${by}\``);
    } else if (by !== undefined) lines.push(`${indent}- ${text}: as in \`${by}\``);
    else {
      lines.push(`${indent}- ${text}${isPlain ? '' : `: ${meaning}`}`);
      if (items !== undefined) lines.push(...fieldLines(Object.entries(items), shown, `${indent}  `));
    }
    sharedBy = by;
    plainBefore = isPlain && items === undefined;
  }
  return lines;
}

/** `agentVersion` and “agent version” give the same. */
function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

function messageSection(plan: MessagePlan, shown: Map<Field, string>): readonly string[] {
  const definition: MessageDefinition = messages[plan.type];
  const fields = plan.fields.flatMap(({ name }): readonly (readonly [string, Field])[] => {
    const field = definition.fields[name];
    return field === undefined ? [] : [[name, field]];
  });
  const list = fieldLines(fields, shown);
  const lines = list.length === 1 ? list.map((line) => line.replace(/^- /, '')) : list;
  for (const [, field] of fields) if (!shown.has(field)) shown.set(field, plan.type);
  return [`### ${plan.number} \`${plan.type}\``, '', definition.about, '', ...lines, ...(lines.length === 0 ? [] : [''])];
}

export function protocolReference(): string {
  const shown = new Map<Field, string>();
  return [
    '<!-- Generated from core/wire/schema.ts by scripts/generate.ts. Do not edit. -->',
    '# Wire protocol',
    '',
    `Version ${PROTOCOL_VERSION}: messages between agent and host, and in [session files](session-format.md).`,
    '',
    '## A connection',
    '',
    `1. Both sides know a ${TOKEN_BYTES}-byte token, given at deployment and never sent. The host sends \`hostHello\`, the agent \`challenge\`.`,
    '2. The host sends `hostProof` within two seconds. Of many connections the longest-waiting goes first.',
    '3. The agent answers `hello` (or `refused`, and closes), `settings`, then its tables: threads, strings, methods, nodes.',
    '4. It streams facts until `detach`, a broken link or the process’s end. `configure` and `flush` may come at any time.',
    '5. A reconnected host gets `hello`, the tables with the same ids, and open intervals with their begin; after a minute only later ones.',
    '6. An agent with full tables empties them, at most once a second, and sends a `clock` with another number of `tables`. Ids of strings,',
    '   methods and nodes begin again at 1; threads, images and open intervals continue. Until then `overhead` reports what was cut.',
    '',
    'Silence means “no data”, never a lag: `tick` confirms open runs of equal samples, messages, waits and pauses.',
    '',
    '### Proofs',
    '',
    '`proof = HMAC-SHA-256(token, nonce of the host ‖ nonce of the agent ‖ prover)`, with the prover `agent` or `host` in ASCII (RFC 2104,',
    'FIPS 180-4), is compared in constant time.',
    '',
    '- A program that takes the agent’s port learns only a nonce.',
    '- An overheard proof is useless: nonces are new. Sent back, it names the wrong prover.',
    '- Relaying needs the one place where the agent listens.',
    '- Later bytes are [neither encrypted nor signed](security.md#the-agents-socket).',
    '',
    '## Layout',
    '',
    'A message is `length, number, fields` without padding. Length (of number and fields) and number are varints. Fields follow the',
    'order below.',
    '',
    '- **Growth**: messages grow at their end. Readers take missing fields as 0, empty or no difference, and skip unknown bytes and',
    '  messages.',
    '- **0 or empty** in an id, line or text means unknown or none, unless the field says otherwise.',
    '- **Bases** begin at 0 and move in byte order.',
    `- **Bounds**: a message has at most ${count(MAX_MESSAGE_BYTES)} bytes, a stack ${count(MAX_STACK_DEPTH)} frames. The reader reports more, or a number or field beyond`,
    '  its bounds, and closes without believing later bytes.',
    '',
    'Kinds of fields, as in `name:kind`:',
    '',
    ...Object.entries(kinds).map(([kind, text]) => `- \`${kind}\`: ${text}`),
    '',
    'Fields of many messages:',
    '',
    ...[...commonFields].map(([name, [kind, meaning]]) => `- \`${name}${kind === 'u' ? '' : `:${kind}`}\`: ${meaning}`),
    '',
    ...speakers.flatMap(([from, title]) => [
      `## ${title}`,
      '',
      ...plans.filter((plan) => plan.from === from).flatMap((plan) => messageSection(plan, shown)),
    ]),
  ].join('\n');
}
