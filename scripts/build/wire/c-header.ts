import { type FieldPlan, type MessagePlan, plans } from '../../../core/wire/plan.ts';
import {
  MAX_LIST_ITEMS,
  MAX_MESSAGE_BYTES,
  MAX_STACK_DEPTH,
  MAX_STRING_BYTES,
  messages,
  NONCE_BYTES,
  PROOF_BYTES,
  PROTOCOL_VERSION,
  TOKEN_BYTES,
} from '../../../core/wire/schema.ts';

/** `waitOwner` -> `WAIT_OWNER`. */
function constantName(type: string): string {
  return type.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** `kind name`, or `list{kind name, …} name`. */
function fieldText(field: FieldPlan): string {
  if (field.kind !== 'list') return `${field.kind} ${field.name}`;
  return `list{${field.items.map(fieldText).join(', ')}} ${field.name}`;
}

function define(name: string, value: number, comment: string): string {
  return `#define LAGLENS_${`${name} ${value}`.padEnd(28)} /* ${comment} */`;
}

function messageLines(plan: MessagePlan): readonly string[] {
  const fields = plan.fields.length === 0 ? ['no fields'] : plan.fields.map(fieldText);
  const line = fields.join(', ');
  return [
    `/* ${messages[plan.type].about}`,
    ` * ${line.length <= 120 ? line : fields.join(',\n * ')} */`,
    `#define LAGLENS_MSG_${constantName(plan.type)} ${plan.number}`,
    '',
  ];
}

/** Text of `device-agents/core/wire_schema.h`: numbers and limits; the agent writes the fields in the comments' order. */
export function cHeader(): string {
  return [
    '/* Generated from core/wire/schema.ts by scripts/generate.ts. Do not edit. */',
    '#ifndef LAGLENS_WIRE_SCHEMA_H',
    '#define LAGLENS_WIRE_SCHEMA_H',
    '',
    '/* A message is: length varint (of all that follows), number varint, then the fields in the order of its comment.',
    ' *   u     unsigned LEB128 varint, at most 2^53 - 1',
    ' *   s     signed: zigzag ((v << 1) ^ (v >> 63)), as a varint',
    ' *   opt   0 unknown, otherwise value + 1, as a varint',
    ' *   more  as u, at the end of a message: left out where it and all behind it are 0',
    ' *   t     time in us: zigzag difference to the time base, which it moves',
    ' *   T     time in us, as a varint; sets the time base',
    ' *   n     stack node: zigzag difference to the node base, which it moves',
    ' *   N     stack node, as a varint; sets the node base',
    ' *   str   UTF-8: length in bytes as a varint, then the bytes',
    ' *   bytes length as a varint, then the bytes',
    ' *   list  number of items as a varint, then the items',
    ' * The bases start at 0 on each connection; HELLO sets the node base to 0. */',
    '',
    define('PROTOCOL_VERSION', PROTOCOL_VERSION, 'hello.protocol'),
    define('MAX_MESSAGE_BYTES', MAX_MESSAGE_BYTES, 'number and fields of one message'),
    define('MAX_STRING_BYTES', MAX_STRING_BYTES, 'one str or bytes'),
    define('MAX_LIST_ITEMS', MAX_LIST_ITEMS, 'items of one list'),
    define('MAX_STACK_DEPTH', MAX_STACK_DEPTH, 'parents of one stack node'),
    define('TOKEN_BYTES', TOKEN_BYTES, 'what both sides prove to know'),
    define('NONCE_BYTES', NONCE_BYTES, 'hostHello.nonce, challenge.nonce'),
    define('PROOF_BYTES', PROOF_BYTES, 'challenge.proof, hostProof.proof'),
    '',
    ...plans.filter((plan) => plan.from !== 'session').flatMap(messageLines),
    '#endif',
    '',
  ].join('\n');
}
