import type { Message } from '../../core/wire/schema.ts';
import { ms } from './analyzed-app.ts';
import { nameOf, PHONE_START_US, ScriptedPhone } from './scripted-phone.ts';

export const DEADLOCK_LOCK = 'pthread_mutex_lock';
const stack = ['UIKit 50', 'Cart 7', 'kernel 9'] as const;

export const deadlockNames: readonly Message[] = [
  nameOf('Cart 7', 'Cart.total()', 'Cart.swift', 12),
  nameOf('Cart 9', 'Database.save()', 'Database.swift', 31),
];

/** An iOS app at 700 ms: main has waited for db since 300 ms, and db for main since 320 ms. Their owners are asked for now. */
export function deadlockedPhone({ isMainAsked = true } = {}): ScriptedPhone {
  const phone = new ScriptedPhone().idle(300 * ms).other(['Cart 9', 'kernel 9'], undefined, 7);
  phone.turn(400 * ms, stack, { busy: 0, endless: true });
  phone.waits(400 * ms, DEADLOCK_LOCK, '0x10', { owner: isMainAsked ? 2 : 0 });
  return phone.waits(380 * ms, DEADLOCK_LOCK, '0x20', { thread: 2, owner: 1 });
}

/** The agent's word at a session's time that all goes on. */
export function phoneTick(atMs: number): Message {
  return { type: 'tick', atUs: PHONE_START_US + atMs * ms, rounds: 1 };
}
