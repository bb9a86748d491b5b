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

const kinds: Readonly<Record<FieldKind | 'list', string>> = {
  u: 'unsigned LEB128 varint, at most 2^53 - 1',
  s: 'zigzag varint: 0, -1, 1, -2 … are sent as 0, 1, 2, 3 …',
  opt: 'unsigned number or “unknown”: 0 is unknown, otherwise value + 1',
  more: 'as `u`, at a message’s end: omitted if it and all behind it are 0',
  t: 'microseconds of the agent’s monotonic clock: zigzag difference to the time base, which it moves',
  T: 'the same, absolute, as a varint; sets the time base',
  n: 'stack node id: zigzag difference to the node base, which it moves',
  N: 'the same, absolute, as a varint; sets the node base',
  str: `UTF-8: length in bytes as a varint, then at most ${MAX_STRING_BYTES.toLocaleString('en')} bytes; invalid parts show as U+FFFD`,
  bytes: `length as a varint, then at most ${MAX_STRING_BYTES.toLocaleString('en')} bytes`,
  list: `number of items as a varint, at most ${MAX_LIST_ITEMS.toLocaleString('en')}, then the items’ fields one after the other`,
};

/** Definitions shared by several messages, by the first that lists them. */
type Shown = ReadonlyMap<Field, string>;

const speakers: readonly (readonly [MessageDefinition['from'], string])[] = [
  ['agent', 'From the agent to the host'],
  ['host', 'From the host to the agent'],
  ['session', 'Written by the host into the session file'],
];

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Meanings that many messages share, said once. */
const commonMeanings: ReadonlyMap<string, string> = new Map([
  ['atUs', 'time of the fact'],
  ['run', 'index of the run, from 0'],
  ['pid', 'process id'],
  ['wallUs', 'wall clock now, since 1970'],
  ['intervalUs', 'sampling interval'],
  ['nonce', `${NONCE_BYTES} random bytes, new for each connection`],
]);

/** Lines of all fields in order. Neighbours that another message already lists share one, and so do those without a meaning of their own. */
function fieldLines(fields: readonly (readonly [string, Field])[], shown: Shown, indent = ''): readonly string[] {
  const lines: string[] = [];
  let sharedBy: string | undefined;
  let plainBefore = false;
  for (const [name, definition] of fields) {
    const [kind, meaning, items] = definition;
    const field = `\`${name}\` \`${kind}\``;
    const isPlain = lettersOf(meaning) === lettersOf(name) || commonMeanings.get(name) === meaning;
    const by = isPlain ? undefined : shown.get(definition);
    if (isPlain && plainBefore) lines.push(`${lines.pop()}, ${field}`);
    else if (by !== undefined && by === sharedBy) {
      const listed = lines.pop()?.replace(/: as in `\w+`$/, '');
      lines.push(`${listed}, ${field}: as in \`${by}\``);
    } else if (by !== undefined) lines.push(`${indent}- ${field}: as in \`${by}\``);
    else {
      lines.push(`${indent}- ${field}${isPlain ? '' : `: ${meaning}`}`);
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
  const lines = fieldLines(fields, shown);
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
    `1. Both sides have a token of ${TOKEN_BYTES} bytes, given to the agent at its deployment and never sent. The host sends \`hostHello\`,`,
    '   the agent answers `challenge`.',
    '2. The host sends `hostProof`. The agent waits two seconds for it; of many connections the longest-waiting goes first.',
    '3. The agent answers `hello` (or `refused`, and closes), `settings`, then its tables: threads, strings, methods, nodes.',
    '4. It streams facts until `detach`, a broken link or the process’s end. `configure` and `flush` may come at any time.',
    '5. A reconnected host gets `hello`, the tables with the same ids, and open intervals with their original begin: they continue.',
    '   After more than a minute it gets only later intervals.',
    '6. An agent with full tables empties them, at most once a second, and sends a `clock` with another number of `tables`. Ids of strings,',
    '   methods and nodes begin again at 1; threads, images and open intervals continue. Until then data without room is cut, and',
    '   `overhead` reports it.',
    '',
    'Open intervals (a run of equal samples, a message, a wait, a garbage collection pause) are announced at their begin and confirmed by',
    '`tick`: they are visible while they last, and silence means “no data”, never a lag.',
    '',
    '### Proofs',
    '',
    '`proof = HMAC-SHA-256(token, nonce of the host ‖ nonce of the agent ‖ prover)`, with the prover’s name `agent` or `host` in ASCII (RFC 2104,',
    'FIPS 180-4). Proofs are compared in constant time.',
    '',
    row('attack', 'result'),
    row('---', '---'),
    row('a program takes the agent’s port', 'it learns a nonce, not the token; it cannot answer'),
    row('a proof is overheard', 'useless later: nonces are new on each connection'),
    row('a proof is sent back to its maker', 'wrong: it names its prover'),
    row('guessing off-line', '128 random bits'),
    row('standing between', 'impossible without the one place where the agent listens'),
    row('after the proofs', 'neither encrypted nor signed: root and the app itself can read and change the bytes'),
    '',
    'An agent of version 1, which took the token from `hostHello`, silently closes: the host reports it as too old. A host of version 1',
    'gets `refused`.',
    '',
    '## Layout',
    '',
    'A message is `length, number, fields` without padding. Length (of number and fields) and number are varints. Fields follow the',
    'order below.',
    '',
    row('rule', 'meaning'),
    row('---', '---'),
    row(
      'growth',
      'Messages grow at their end. Readers take missing fields as zero (empty, unknown, no difference) and skip unknown bytes and messages.',
    ),
    row('bases', 'Times and stack nodes are differences, in byte order. Both bases begin at 0. A reader can start at any `clock`.'),
    row(
      'bounds',
      `A message has at most ${MAX_MESSAGE_BYTES.toLocaleString('en')} bytes, a stack ${MAX_STACK_DEPTH.toLocaleString('en')} frames. More, or a number or field beyond its bounds, is reported, and the reader closes without believing later bytes.`,
    ),
    '',
    row('kind', 'on the wire'),
    row('---', '---'),
    ...Object.entries(kinds).map(([kind, text]) => row(`\`${kind}\``, text)),
    '',
    row('field, unless its message says otherwise', 'meaning'),
    row('---', '---'),
    ...[...commonMeanings].map(([name, meaning]) => row(`\`${name}\``, meaning)),
    '',
    ...speakers.flatMap(([from, title]) => [
      `## ${title}`,
      '',
      ...plans.filter((plan) => plan.from === from).flatMap((plan) => messageSection(plan, shown)),
    ]),
  ].join('\n');
}
