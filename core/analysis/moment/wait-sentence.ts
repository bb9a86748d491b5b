import type { SessionModel } from '../../session/model/model.ts';
import { type CauseSentence, type CauseThread, type CauseValue, named, ofClass, words } from '../causes/facts/cause.ts';
import { isUnknownLock, namedObject } from '../lags/awaited-object.ts';
import type { WaitsOn } from '../lags/lag.ts';

/** `waits for lock of Cart, held by bg-db`: the words of causes. */
export function waitSentence(model: SessionModel, waitsOn: WaitsOn): CauseSentence {
  const owner = ownerOf(model, waitsOn);
  if (isUnknownLock(waitsOn)) return owner === undefined ? ['shortSomeLock'] : ['waitsSomeLockHeld', owner];
  const object = awaited(waitsOn);
  if (waitsOn.isLock === true) return owner === undefined ? ['shortLock', object] : ['waitsLockHeld', object, owner];
  return owner === undefined ? ['shortWaits', object] : ['waitsHeld', object, owner];
}

function ownerOf(model: SessionModel, { ownerThread }: WaitsOn): CauseThread | undefined {
  const owner = model.threads[ownerThread];
  return owner === undefined ? undefined : { kind: 'thread', thread: owner.index, name: owner.name };
}

function awaited(waitsOn: WaitsOn): CauseValue {
  const object = namedObject(waitsOn);
  if (waitsOn.function !== undefined) return named(object === '' ? waitsOn.function : object);
  const isPlain = object === '' || (object === 'java.lang.Object' && waitsOn.isLock !== true);
  return isPlain ? words('waitNotified') : ofClass(object);
}
