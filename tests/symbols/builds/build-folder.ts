import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { gradle } from '../../../host/builds/finders/gradle.ts';
import type { SymbolRecord } from '../../../host/builds/name-records.ts';
import { SymbolThread } from '../../../host/builds/symbol-thread.ts';
import { type FollowedSession, followSession } from './followed-session.ts';

/** A workspace's folder with Gradle's outputs, and the thread that reads them. */
class BuildFolder {
  folder = '';
  #thread: SymbolThread | undefined;
  readonly #followed: FollowedSession[] = [];

  get thread(): SymbolThread {
    this.#thread ??= new SymbolThread();
    return this.#thread;
  }

  async empty(): Promise<void> {
    this.folder = await mkdtemp(join(tmpdir(), 'laglens builds '));
  }

  async remove(): Promise<void> {
    for (const session of this.#followed.splice(0)) session.close();
    await rm(this.folder, { recursive: true });
  }

  /** @returns the file's whole path */
  async put(path: string, text: string): Promise<string> {
    const whole = join(this.folder, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
    return whole;
  }

  async putMetadata(applicationId: string, variant = 'release'): Promise<void> {
    const metadata = { version: 3, applicationId, variantName: variant };
    await this.put(`app/build/outputs/apk/${variant}/output-metadata.json`, JSON.stringify(metadata));
  }

  /** A session with the names of the builds here. */
  async named(messages: readonly Message[]): Promise<FollowedSession> {
    const session = await followSession(messages, gradle(this.folder), this.thread);
    this.#followed.push(session);
    return session;
  }
}

/** Each test of the file has an empty folder; all have one thread. */
export function buildFolder(): BuildFolder {
  const builds = new BuildFolder();
  before(() => void builds.thread);
  after(() => builds.thread.close());
  beforeEach(() => builds.empty());
  afterEach(() => builds.remove());
  return builds;
}

export function factsOf(records: readonly SymbolRecord[]): readonly Message<'symbols'>[] {
  return records.filter((record) => record.type === 'symbols');
}
