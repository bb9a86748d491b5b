import { parentPort } from 'node:worker_threads';
import { type PeerMessage, ThreadPeer } from '../host/thread-peer.ts';
import { answersIn } from './thread/rooms.ts';
import { threadRooms } from './thread-rooms.ts';

/** The program of every thread that reads sessions; also of a process, whose parent may end first. */
const post = (message: object): unknown => (parentPort === null ? process.send?.(message) : parentPort.postMessage(message));
const owner: ThreadPeer<Record<never, never>> = new ThreadPeer(
  post,
  answersIn(threadRooms, () => owner),
);
(parentPort ?? process).on('message', (message: PeerMessage) => owner.heard(message));
if (parentPort === null) process.once('disconnect', () => process.exit());
