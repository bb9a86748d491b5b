import { type Field, type FieldKind, type MessageDefinition, type MessageName, messages } from './schema.ts';

/** One field, flattened so that the codec's inner loops need no lookup. */
export interface FieldPlan {
  readonly name: string;
  readonly kind: FieldKind | 'list';
  /** Plans of a list's items; otherwise empty. */
  readonly items: readonly FieldPlan[];
}

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

/** In the order of the table. */
export const plans: readonly MessagePlan[] = Object.keys(messages).filter(isMessageName).map(messagePlan);

const byType = new Map(plans.map((plan) => [plan.type, plan]));

/** By message number; holes are unknown to this version. */
export const plansByNumber: readonly (MessagePlan | undefined)[] = Array.from(
  { length: Math.max(...plans.map((plan) => plan.number)) + 1 },
  (_, number) => plans.find((plan) => plan.number === number),
);

export function planOf(type: MessageName): MessagePlan {
  const plan = byType.get(type);
  if (plan === undefined) throw new RangeError(`There is no message named “${type}”.`);
  return plan;
}
