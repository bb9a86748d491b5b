import type { LiveSession } from './live-session.ts';

/** Holds the window's session, of the running capture or the last one. */
export class WindowSession {
  current: LiveSession | undefined;
}
