/** The name that a capture gives its file: its begin in UTC, then the app. */
const STORED = /^(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)-(\d\d)_(.+)$/;

export interface StoredName {
  readonly app: string;
  /** Milliseconds since 1970. */
  readonly beganMs: number;
}

/** Undefined for a file that someone named otherwise. */
export function parseStoredName(name: string): StoredName | undefined {
  const [, day, hours, minutes, seconds, app] = STORED.exec(name) ?? [];
  return app === undefined ? undefined : { app, beganMs: Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) };
}

/** `com.example.shop.Main` -> `shop.Main` */
export function shortAppName(app: string): string {
  return app.split('.').slice(-2).join('.');
}
