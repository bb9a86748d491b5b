import { type FieldPlan, type MessagePlan, plans } from '../../../core/wire/plan.ts';
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
  s: 'signed number as zigzag varint: 0, -1, 1, -2 … are sent as 0, 1, 2, 3 …',
  opt: 'unsigned number or “unknown”: 0 is unknown, otherwise value + 1',
  more: 'as `u`, at the end of a message: a writer leaves it out where it and all behind it are 0',
  t: 'time in microseconds of the agent’s monotonic clock: zigzag difference to the time base, which it moves',
  T: 'the same, absolute, as a varint; sets the time base',
  n: 'stack node id: zigzag difference to the node base, which it moves',
  N: 'the same, absolute, as a varint; sets the node base',
  str: `UTF-8 text: length in bytes as a varint, then at most ${MAX_STRING_BYTES.toLocaleString('en')} bytes; what is no UTF-8 is shown as U+FFFD`,
  bytes: `length as a varint, then at most ${MAX_STRING_BYTES.toLocaleString('en')} bytes`,
  list: `number of items as a varint, at most ${MAX_LIST_ITEMS.toLocaleString('en')}, then the items’ fields one after the other`,
};

const speakers: readonly (readonly [MessageDefinition['from'], string])[] = [
  ['agent', 'From the agent to the host'],
  ['host', 'From the host to the agent'],
  ['session', 'Written by the host into the session file'],
];

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`;
}

function fieldRows(field: FieldPlan, definition: Field): readonly string[] {
  const items = definition[0] === 'list' ? Object.entries(definition[2]) : [];
  return [
    row(`\`${field.name}\``, `\`${field.kind}\``, definition[1]),
    ...items.map(([name, [kind, about]]) => row(`\`${field.name}[].${name}\``, `\`${kind}\``, about)),
  ];
}

function messageSection(plan: MessagePlan): readonly string[] {
  const definition: MessageDefinition = messages[plan.type];
  const rows = plan.fields.flatMap((field) => {
    const fieldDefinition = definition.fields[field.name];
    return fieldDefinition === undefined ? [] : fieldRows(field, fieldDefinition);
  });
  const table = rows.length === 0 ? ['No fields.'] : [row('field', 'kind', 'meaning'), row('---', '---', '---'), ...rows];
  return [`### ${plan.number} \`${plan.type}\``, '', definition.about, '', ...table, ''];
}

/** The text of `docs/wire-protocol.md`. */
export function protocolReference(): string {
  return [
    '<!-- Generated from core/wire/schema.ts by scripts/generate.ts. Do not edit. -->',
    '# Wire protocol',
    '',
    `Version ${PROTOCOL_VERSION}. What an agent and the host say to each other over one connection, and what a session file holds`,
    '(see [session-format.md](session-format.md)).',
    '',
    '## A connection',
    '',
    `1. The host connects and sends \`hostHello\` with a nonce of ${NONCE_BYTES} random bytes. Both sides know a token of ${TOKEN_BYTES} bytes, which the agent`,
    '   was given when it was deployed, and which is never sent.',
    '2. The agent answers `challenge`: its own nonce, and the proof that it knows the token. The host checks it, and closes when it is wrong.',
    '3. The host sends `hostProof`. The agent checks it, and closes without a word when it is wrong. Who takes longer than two seconds for',
    '   that is sent away; of many, who waits longest goes first.',
    '4. The agent answers `hello` (or `refused`, and closes), then `settings`, then its tables: threads, strings, methods, nodes.',
    '5. It streams facts until the host sends `detach`, the link breaks or the process ends. The host may send `configure` and `flush`',
    '   at any time.',
    '6. After a broken link the host comes back; the agent says `hello` again and sends its tables again, with the same ids, and what',
    '   is still open, with the begin that it had. A host that is away for more than a minute hears only of what begins after that.',
    '7. Where its tables are full the agent empties them and sends a `clock` with another number of `tables`: ids of strings, methods and',
    '   nodes that were told before mean nothing behind it, and begin at 1 again. Threads, images and all that is open go on, so a message',
    '   over that border is one message. Not more often than once a second: what finds no room until then is cut, and `overhead` says so.',
    '',
    'An interval that is open (a run of equal samples, a message, a wait, a pause of the garbage collector) is announced when it',
    'begins. A `tick`, at least every 50 ms, says that everything open is still open at its time. So what lasts can be seen while it',
    'lasts, and silence means “no data”, never a lag. What is announced again with the begin it had before a broken link goes on.',
    '',
    '### Proofs',
    '',
    '`proof = HMAC-SHA-256(token, nonce of the host ‖ nonce of the agent ‖ prover)`, with the prover’s name `agent` or `host` in ASCII (RFC 2104,',
    'FIPS 180-4). Proofs are compared in constant time.',
    '',
    '- A program that took the agent’s port learns a nonce and nothing of the token: it cannot answer, and hears no word of the app’s host.',
    '- A proof that was overheard is worth nothing later: the other side’s nonce is another one on each connection.',
    '- A proof that is sent back to who made it is wrong, as it names its prover.',
    '- Guessing off-line means guessing 128 random bits.',
    '- An agent listens in one place only, so nobody can stand between without having that place. After the proofs the stream is neither',
    '  encrypted nor signed: whoever may read or change the bytes of a connection on this computer or device (root, the app itself) can.',
    '',
    'An agent of version 1 took the token itself from `hostHello`. It closes without a word when it hears this version, and the host says that it is',
    'too old; this version answers a host of version 1 by `refused`.',
    '',
    '## Layout',
    '',
    'A message is `length, number, fields`: length and number are varints, the length counts the number and the fields. Fields',
    'stand in the order of the tables below. There is no padding and no alignment.',
    '',
    '**Growth.** A message may only grow at its end. A reader fills fields that are missing with zero (empty, unknown, no difference)',
    'and skips what it does not know: bytes at the end of a message, and whole messages of unknown numbers.',
    '',
    '**Bases.** Times and stack nodes travel as differences. Both bases are 0 at the begin of a stream; `hello` and `clock` set',
    'them, each `t` and `n` moves them, in the order of the bytes. A reader can start at any `clock`.',
    '',
    `**Bounds.** A message has at most ${MAX_MESSAGE_BYTES.toLocaleString('en')} bytes, a stack at most ${MAX_STACK_DEPTH.toLocaleString('en')} frames. A reader that meets more, a number beyond`,
    '2^53 - 1, or a field that reaches beyond its message, reports it and closes; nothing after it is believed.',
    '',
    row('kind', 'on the wire'),
    row('---', '---'),
    ...Object.entries(kinds).map(([kind, text]) => row(`\`${kind}\``, text)),
    '',
    ...speakers.flatMap(([from, title]) => [`## ${title}`, '', ...plans.filter((plan) => plan.from === from).flatMap(messageSection)]),
  ].join('\n');
}
