import type { LiveSession } from './live-session.ts';

/** Holds the session of this window: that of the running capture, else that of the last one. */
export class WindowSession {
  current: LiveSession | undefined;
}
