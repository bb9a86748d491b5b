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

/** Lines of all fields in order. Neighbours that another message already lists share one; a meaning that repeats the name is left out. */
function fieldLines(fields: readonly (readonly [string, Field])[], shown: Shown, indent = ''): readonly string[] {
  const lines: string[] = [];
  let sharedBy: string | undefined;
  for (const [name, definition] of fields) {
    const [kind, meaning, items] = definition;
    const field = `\`${name}\` \`${kind}\``;
    const by = shown.get(definition);
    if (by !== undefined && by === sharedBy) {
      const listed = lines.pop()?.replace(/: as in `\w+`$/, '');
      lines.push(`${listed}, ${field}: as in \`${by}\``);
    } else if (by !== undefined) lines.push(`${indent}- ${field}: as in \`${by}\``);
    else {
      lines.push(`${indent}- ${field}${meaning === name ? '' : `: ${meaning}`}`);
      if (items !== undefined) lines.push(...fieldLines(Object.entries(items), shown, `${indent}  `));
    }
    sharedBy = by;
  }
  return lines;
}

function messageSection(plan: MessagePlan, shown: Map<Field, string>): readonly string[] {
  const definition: MessageDefinition = messages[plan.type];
  const fields = plan.fields.flatMap(({ name }): readonly (readonly [string, Field])[] => {
    const field = definition.fields[name];
    return field === undefined ? [] : [[name, field]];
  });
  const lines = fieldLines(fields, shown);
  for (const [, field] of fields) if (!shown.has(field)) shown.set(field, plan.type);
  return [`### ${plan.number} \`${plan.type}\``, '', definition.about, '', ...(lines.length === 0 ? ['No fields.'] : lines), ''];
}

export function protocolReference(): string {
  const shown = new Map<Field, string>();
  return [
    '<!-- Generated from core/wire/schema.ts by scripts/generate.ts. Do not edit. -->',
    '# Wire protocol',
    '',
    `Version ${PROTOCOL_VERSION}: the messages between an agent and the host, and in a session file ([session-format.md](session-format.md)).`,
    '',
    '## A connection',
    '',
    `1. The host connects and sends \`hostHello\` with a nonce of ${NONCE_BYTES} random bytes. Both sides know a token of ${TOKEN_BYTES} bytes, given to the agent`,
    '   at its deployment and never sent.',
    '2. The agent answers `challenge`: its own nonce and its proof of the token. The host closes when it is wrong.',
    '3. The host sends `hostProof`. The agent silently closes when it is wrong, or after two seconds without it; of many, the',
    '   longest-waiting goes first.',
    '4. The agent answers `hello` (or `refused`, and closes), then `settings`, then its tables: threads, strings, methods, nodes.',
    '5. It streams facts until `detach`, a broken link or the process’s end. The host may send `configure` and `flush` at any time.',
    '6. After a broken link the host reconnects. The agent repeats `hello`, its tables with the same ids, and open intervals with their',
    '   original begin. After more than a minute away the host gets only later intervals.',
    '7. An agent with full tables empties them and sends a `clock` with another number of `tables`. Earlier ids of strings, methods and',
    '   nodes then end, and new ones begin at 1. Threads, images and open intervals continue: a message across that border is one message.',
    '   This happens at most once a second; until then data without room is cut, and `overhead` reports it.',
    '',
    'Open intervals (a run of equal samples, a message, a wait, a garbage collection pause) are announced at their begin. A `tick`, at least',
    'every 50 ms, says that all of them are still open. So they are visible while they last, and silence means “no data”, never a lag.',
    'An interval announced again with its begin of before a broken link continues.',
    '',
    '### Proofs',
    '',
    '`proof = HMAC-SHA-256(token, nonce of the host ‖ nonce of the agent ‖ prover)`, with the prover’s name `agent` or `host` in ASCII (RFC 2104,',
    'FIPS 180-4). Proofs are compared in constant time.',
    '',
    row('attack', 'result'),
    row('---', '---'),
    row('a program takes the agent’s port', 'it learns a nonce, not the token; it cannot answer and hears nothing of the app’s host'),
    row('a proof is overheard', 'useless later: the other side’s nonce is new on each connection'),
    row('a proof is sent back to its maker', 'wrong: it names its prover'),
    row('guessing off-line', '128 random bits'),
    row('standing between', 'impossible without the one place where the agent listens'),
    row(
      'after the proofs',
      'neither encrypted nor signed: whoever controls the connection’s bytes (root, the app itself) can read and change them',
    ),
    '',
    'An agent of version 1 took the token from `hostHello`. It silently closes at this version, and the host reports it as too old.',
    'This version answers a host of version 1 by `refused`.',
    '',
    '## Layout',
    '',
    'A message is `length, number, fields`: length and number are varints, the length counts number and fields. Fields',
    'follow the order of the lists below, without padding or alignment.',
    '',
    row('rule', 'meaning'),
    row('---', '---'),
    row(
      'growth',
      'A message grows only at its end. Readers fill missing fields with zero (empty, unknown, no difference) and skip unknown trailing bytes and messages.',
    ),
    row(
      'bases',
      'Times and stack nodes are differences. Both bases begin at 0; `hello` and `clock` set them; each `t` and `n` moves them, in byte order. A reader can start at any `clock`.',
    ),
    row(
      'bounds',
      `A message has at most ${MAX_MESSAGE_BYTES.toLocaleString('en')} bytes, a stack ${MAX_STACK_DEPTH.toLocaleString('en')} frames. More, a number beyond 2^53 - 1, or a field beyond its message is reported, and the reader closes without believing later bytes.`,
    ),
    '',
    row('kind', 'on the wire'),
    row('---', '---'),
    ...Object.entries(kinds).map(([kind, text]) => row(`\`${kind}\``, text)),
    '',
    ...speakers.flatMap(([from, title]) => [
      `## ${title}`,
      '',
      ...plans.filter((plan) => plan.from === from).flatMap((plan) => messageSection(plan, shown)),
    ]),
  ].join('\n');
}
