import type { Message } from '../../core/wire/schema.ts';
import { ms } from './analyzed-app.ts';
import { randomMessage } from './random-messages.ts';

/** Drops, repeats, moves and alters messages. */
export function damagedMessages(messages: readonly Message[], random: () => number): Message[] {
  const result: Message[] = [];
  for (const message of messages) {
    const luck = random();
    if (luck < 0.04) continue;
    if (luck < 0.08) result.push(message);
    if (luck < 0.12) result.push(randomMessage(random));
    const moved =
      luck > 0.96 && 'atUs' in message ? { ...message, atUs: Math.floor(message.atUs + (random() - 0.5) * 5_000 * ms) } : message;
    result.splice(luck > 0.9 ? Math.max(0, result.length - Math.floor(random() * 20)) : result.length, 0, moved);
  }
  return result;
}
