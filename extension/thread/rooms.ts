import type { Asked, FindAnswer, ThreadPeer } from '../../host/thread-peer.ts';

/** A room's questions, as other threads ask them. */
export type InRoom<Room extends string, Questions extends Asked<Questions>> = {
  readonly [K in keyof Questions & string as `${Room}.${K}`]: Questions[K];
};

/** A room's part of the program. */
export interface Answering {
  /** @param owner the thread that asks, for questions to it */
  answers(owner: ThreadPeer<Record<never, never>>): object;
}

export type Rooms = Readonly<Record<string, () => Promise<Answering>>>;

/** Finds answers by `room.question`. Each room is loaded once, with its first question. */
export function answersIn(rooms: Rooms, owner: () => ThreadPeer<Record<never, never>>): FindAnswer {
  const loads = new Map(Object.entries(rooms));
  const loaded = new Map<string, Promise<ReadonlyMap<string, unknown>>>();
  return async (name) => {
    const [room = '', question = ''] = name.split('.');
    const load = loads.get(room);
    if (load === undefined) return undefined;
    const answers = loaded.get(room) ?? load().then((module) => new Map(Object.entries(module.answers(owner()))));
    loaded.set(room, answers);
    return (await answers).get(question);
  };
}
