import { type Field, type FieldKind, type MessageDefinition, type MessageName, messages } from './schema.ts';

/** One field of a message, made flat so that the codec's inner loops look nothing up. */
export interface FieldPlan {
  readonly name: string;
  readonly kind: FieldKind | 'list';
  /** Fields of a list's items, empty for every other kind. */
  readonly items: readonly FieldPlan[];
}

/** How one message is laid out. */
export interface MessagePlan {
  readonly type: MessageName;
  readonly number: number;
  readonly from: MessageDefinition['from'];
  readonly fields: readonly FieldPlan[];
}

function fieldPlan(name: string, field: Field): FieldPlan {
  if (field[0] !== 'list') return { name, kind: field[0], items: [] };
  return { name, kind: 'list', items: Object.entries(field[2]).map(([itemName, [kind]]) => ({ name: itemName, kind, items: [] })) };
}

function messagePlan(type: MessageName): MessagePlan {
  const definition: MessageDefinition = messages[type];
  const fields = Object.entries(definition.fields).map(([name, field]) => fieldPlan(name, field));
  return { type, number: definition.number, from: definition.from, fields };
}

function isMessageName(name: string): name is MessageName {
  return Object.hasOwn(messages, name);
}

/** All messages in the order of the table. */
export const plans: readonly MessagePlan[] = Object.keys(messages).filter(isMessageName).map(messagePlan);

const byType = new Map(plans.map((plan) => [plan.type, plan]));

/** Plans by message number; the holes are numbers this version does not know. */
export const plansByNumber: readonly (MessagePlan | undefined)[] = Array.from(
  { length: Math.max(...plans.map((plan) => plan.number)) + 1 },
  (_, number) => plans.find((plan) => plan.number === number),
);

/** The layout of a message. */
export function planOf(type: MessageName): MessagePlan {
  const plan = byType.get(type);
  if (plan === undefined) throw new RangeError(`There is no message named “${type}”.`);
  return plan;
}
