import type { WaitsOn } from './lag.ts';

/** Address of a lock without a name. */
const ADDRESS = /^0x[\da-f]+$/i;

/** An app's own folder on iOS and in simulators: its id changes with each installation. */
const CONTAINER = /^.*\/Containers\/(?:Data|Bundle|Shared)\/\w+\/[\dA-F-]{36}\//;

/**
 * The awaited object without addresses, which tell a person nothing: then the waiting function names the wait. A path begins in the app's
 * own folder.
 */
export function namedObject({ function: waiter, objectClass }: Pick<WaitsOn, 'function' | 'objectClass'>): string {
  return waiter !== undefined && ADDRESS.test(objectClass) ? '' : objectClass.replace(CONTAINER, '');
}

/** A lock without a class: the thread awaited it before the capture began. */
export function isUnknownLock({ isLock, objectClass, function: waiter }: WaitsOn): boolean {
  return isLock === true && objectClass === '' && waiter === undefined;
}
