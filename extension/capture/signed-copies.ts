import type * as vscode from 'vscode';
import type { InstalledCopy, SignedCopyRecorder } from '../../host/devices/device.ts';

const KEY = 'laglens.leftCopies';
/** More than any device has; the oldest notes go first. */
const MOST = 20;

/** Notes a signed copy that replaces an app. */
export interface SignedCopyNote extends InstalledCopy {
  readonly placedMs: number;
  /** Extension host that placed it; while it runs, its window offers the restore. */
  readonly pid: number;
}

/** Signed copies on devices, newest first, noted for all windows until restored or kept. */
export class SignedCopyRegistry implements SignedCopyRecorder {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #failed: (error: unknown) => void;

  /** @param failed receives why a note could not be kept */
  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>, failed: (error: unknown) => void) {
    this.#memory = memory;
    this.#failed = failed;
  }

  get all(): readonly SignedCopyNote[] {
    return parseSignedCopyNotes(this.#memory.get(KEY));
  }

  /** False if a later copy replaced it, or the app was restored elsewhere. */
  has(copy: SignedCopyNote): boolean {
    return this.all.some((each) => isOfSameApp(each, copy) && each.placedMs === copy.placedMs && each.pid === copy.pid);
  }

  placed({ device, app, name, build, path }: InstalledCopy): () => void {
    const before = this.all.find((each) => isOfSameApp(each, { device, app }));
    const note = { device, app, name, build, path, placedMs: Date.now(), pid: process.pid };
    this.#replace(note, note);
    return () => this.#replace(note, before);
  }

  gone(copy: Pick<InstalledCopy, 'device' | 'app'>): void {
    this.#replace(copy, undefined);
  }

  #replace(old: Pick<InstalledCopy, 'device' | 'app'>, note: SignedCopyNote | undefined): void {
    const others = this.all.filter((each) => !isOfSameApp(each, old));
    const kept = (note === undefined ? others : [note, ...others]).slice(0, MOST);
    this.#memory.update(KEY, kept.length === 0 ? undefined : kept).then(undefined, this.#failed);
  }
}

/** Stored notes may be damaged or from another version; skip those. */
export function parseSignedCopyNotes(stored: unknown): readonly SignedCopyNote[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .slice(0, MOST)
    .map(parseSignedCopyNote)
    .filter((copy) => copy !== undefined);
}

function parseSignedCopyNote(stored: unknown): SignedCopyNote | undefined {
  const { device, app, name, build, path, placedMs, pid } = Object(stored);
  const texts: readonly unknown[] = [device, app, name, build, path];
  if (!texts.every((text) => typeof text === 'string') || device === '' || app === '' || build === '') return undefined;
  if (!Number.isFinite(placedMs) || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { device, app, name, build, path, placedMs, pid };
}

function isOfSameApp(a: Pick<InstalledCopy, 'device' | 'app'>, b: Pick<InstalledCopy, 'device' | 'app'>): boolean {
  return a.device === b.device && a.app === b.app;
}
