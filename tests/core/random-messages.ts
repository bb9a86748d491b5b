import { type FieldPlan, type MessagePlan, plans } from '../../core/wire/plan.ts';
import type { Message } from '../../core/wire/schema.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
/** Largest value that any field also takes as a difference. */
const LARGEST_SIGNED = 2 ** 52 - 1;
const texts = [
  '',
  'main',
  'Lcom/example/shop/Laden;',
  'größe',
  '日本語のクラス名',
  '𝒇 ',
  'x'.repeat(200),
  '\ufeffbom',
  'a\0b',
  '\u{10ffff}',
];

/** Any whole number up to `limit`, more often small ones and limits. */
function wholeNumber(random: () => number, limit: number): number {
  const kind = Math.floor(random() * 6);
  if (kind === 0) return 0;
  if (kind === 1) return limit;
  return Math.floor(random() * Math.min(limit, 2 ** Math.floor(random() * 53)));
}

function value(field: FieldPlan, random: () => number): unknown {
  switch (field.kind) {
    case 'u':
    case 'more':
      return wholeNumber(random, LARGEST);
    case 't':
    case 'T':
    case 'n':
    case 'N':
      return wholeNumber(random, LARGEST_SIGNED);
    case 's':
      return random() < 0.5 ? wholeNumber(random, LARGEST_SIGNED) : 0 - wholeNumber(random, LARGEST_SIGNED);
    case 'opt':
      return random() < 0.3 ? undefined : wholeNumber(random, LARGEST - 1);
    case 'str':
      return texts[Math.floor(random() * texts.length)];
    case 'bytes':
      return Uint8Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 256));
    case 'list':
      return Array.from({ length: Math.floor(random() * 5) }, () =>
        Object.fromEntries(field.items.map((item) => [item.name, value(item, random)])),
      );
  }
}

function isMessage(message: Readonly<Record<string, unknown>>, plan: MessagePlan): message is Message {
  return message.type === plan.type;
}

/** Any kind, with any values of the protocol. */
export function randomMessage(random: () => number): Message {
  const plan = plans[Math.floor(random() * plans.length)];
  if (plan === undefined) throw new RangeError('random() must stay below 1.');
  const values = plan.fields
    .map((field) => ({ field, value: value(field, random) }))
    .filter((each) => each.field.kind !== 'more' || each.value !== 0);
  const message = { type: plan.type, ...Object.fromEntries(values.map((each) => [each.field.name, each.value])) };
  if (!isMessage(message, plan)) throw new TypeError(`No message: ${plan.type}`);
  return message;
}
