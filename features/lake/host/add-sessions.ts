import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { appClassPredicate, appPrefixesOf } from '../../../core/analysis/frames/app-classes.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { numberField } from '../../../core/text/json-fields.ts';
import { anyModel, placeOf } from '../../../host/any-model.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import { beginUs, sessionRows } from '../core/session-rows.ts';
import { exists } from './exists.ts';
import { unwritable } from './lake-errors.ts';
import { manifestPath } from './lake-files.ts';
import { openWriter } from './lake-writer.ts';
import { requireOwnFolders } from './own-folders.ts';
import { LakeBatch } from './write-batch.ts';
import { writtenManifest } from './written-manifest.ts';

export interface AddOptions {
  /** Version of the app; empty: the session's own. */
  readonly version: string;
  readonly thresholdUs: number;
  /** Undefined: by the app's id. */
  readonly packages: readonly string[] | undefined;
  readonly signal: AbortSignal;
  /** After each session; a reason only if it was skipped. */
  readonly done: (path: string, end: 'added' | 'there' | OtherLength | { readonly skipped: unknown }) => void;
}

/**
 * The lake has a session with this id, which the file's author chooses by its process and start, of another length: an excerpt, or not the
 * same recording.
 */
export interface OtherLength {
  readonly spanUs: number;
  readonly knownUs: number;
}

/** Rounding of copies, and facts after the last sample. */
const SAME_US = 1_000_000;
const UNKNOWN = 'unknown';

/** Adds sessions that the lake lacks. Unreadable ones are skipped. Rejects with LaglensError if the lake cannot be written. */
export async function addSessions(folder: string, paths: readonly string[], options: AddOptions): Promise<void> {
  const lake = resolve(folder);
  const writer = await openWriter();
  try {
    await mkdir(lake, { recursive: true });
    await requireOwnFolders(lake);
    for (let at = 0; at < paths.length; ) {
      const batch = new LakeBatch(lake, writer.lanes);
      for (; at < paths.length && !batch.isFull; at++) await addOne(lake, paths[at] ?? '', batch, options);
      await batch.commit();
    }
  } catch (cause) {
    options.signal.throwIfAborted();
    throw unwritable(cause);
  } finally {
    writer.close();
  }
}

async function addOne(lake: string, path: string, batch: LakeBatch, { signal, done, ...options }: AddOptions): Promise<void> {
  let model: SessionModel;
  try {
    model = (await anyModel(path, signal)).model;
  } catch (error) {
    signal.throwIfAborted();
    done(path, { skipped: error });
    return;
  }
  const id = await sessionId(model, path);
  const spanUs = model.runs.reduce((sum, { beginUs, nowUs }) => sum + nowUs - beginUs, 0);
  const knownUs = numberField(await writtenManifest(manifestPath(lake, id)), 'spanUs');
  if (knownUs !== undefined && Math.abs(knownUs - spanUs) > SAME_US) return done(path, { spanUs, knownUs });
  if (batch.has(id) || (await exists(manifestPath(lake, id)))) return done(path, 'there');
  const isAppClass = appClassPredicate({ packages: [], prefixes: options.packages ?? appPrefixesOf(model) });
  const session = { path: resolve(path), thresholdUs: options.thresholdUs, isAppClass };
  const rows = await new Turns(nodeTurns, signal).run(sessionRows(model, session));
  const version = options.version || model.runs.at(-1)?.process?.version || UNKNOWN;
  batch.add(id, spanUs, rows, { app: appOf(model, path), version, day: dayOf(model) });
  done(path, 'added');
}

/** Of what each copy keeps: the agent's first words. Other tools' profiles have none; theirs is of the bytes. */
async function sessionId(model: SessionModel, path: string): Promise<string> {
  const hash = createHash('sha256');
  const hellos = model.runs.flatMap(({ hello }) => (hello === undefined || hello.monoUs === 0 ? [] : [hello]));
  if (hellos.length === 0) {
    const { path: file, entry } = await placeOf(path);
    for await (const piece of createReadStream(file)) hash.update(piece);
    // Two files of one container are two sessions.
    if (entry !== undefined) hash.update(entry);
  }
  for (const { process, pid, monoUs, wallUs, runtime } of hellos) hash.update(JSON.stringify([process, pid, monoUs, wallUs, runtime]));
  return hash.digest('hex').slice(0, 32);
}

function appOf(model: SessionModel, path: string): string {
  const run = model.runs.at(-1);
  return run?.process?.app || run?.hello?.process || basename(path);
}

/** In UTC. */
function dayOf(model: SessionModel): string {
  const us = beginUs(model);
  const time = new Date((us ?? Number.NaN) / 1_000);
  return Number.isNaN(time.getTime()) ? UNKNOWN : time.toISOString().slice(0, 10);
}
