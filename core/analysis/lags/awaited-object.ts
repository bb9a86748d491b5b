import type { WaitsOn } from './lag.ts';

/** Of a lock without a name. */
const ADDRESS = /^0x[\da-f]+$/i;

/** The awaited object without addresses, which tell a person nothing: then the waiting function names the wait. */
export function namedObject({ function: waiter, objectClass }: Pick<WaitsOn, 'function' | 'objectClass'>): string {
  return waiter !== undefined && ADDRESS.test(objectClass) ? '' : objectClass;
}

/** A lock without a class: the thread awaited it before the capture began. */
export function isUnknownLock({ isLock, objectClass, function: waiter }: WaitsOn): boolean {
  return isLock === true && objectClass === '' && waiter === undefined;
}
