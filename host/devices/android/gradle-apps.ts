import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { isUnread, MOST_FOREIGN_BYTES, readForeignFile } from '../../foreign-file.ts';

export interface GradleApp {
  readonly applicationId: string;
  /** Such as `debug` or `freeStaging`. */
  readonly variant: string;
  readonly versionCode: number;
  /** Wall clock of the newest output. */
  readonly builtMs: number;
}

const METADATA = 'output-metadata.json';
const limits = { depth: 12, entries: 200_000 } as const;
/** Large folders without packages of Gradle. */
const withoutMetadata: ReadonlySet<string> = new Set(['src', 'intermediates', 'tmp', 'generated', 'kotlin', 'reports']);

/** Newest build first. Invalid files are skipped. */
export async function builtApps(folders: readonly string[], signal: AbortSignal): Promise<readonly GradleApp[]> {
  const found: GradleApp[] = [];
  for (const folder of folders) {
    for await (const path of metadataFiles(folder, signal)) {
      const app = parseMetadata(await metadataText(path));
      if (app === undefined) continue;
      const outputs = app.outputs.map((name) => join(dirname(path), name)).filter((each) => existsSync(each));
      const times = await Promise.all([path, ...outputs].map(async (each) => (await stat(each)).mtimeMs));
      found.push({ applicationId: app.applicationId, variant: app.variant, versionCode: app.versionCode, builtMs: Math.max(...times) });
    }
  }
  return found.sort((a, b) => b.builtMs - a.builtMs);
}

interface Metadata extends Omit<GradleApp, 'builtMs'> {
  readonly outputs: readonly string[];
}

/** The Android Gradle plugin (4.1 and newer) writes it beside APKs. Undefined for invalid files, bundles, libraries and tests. */
export function parseMetadata(text: string): Metadata | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { applicationId, variantName, elements, artifactType }: Record<string, unknown> = Object(parsed);
  const kind: unknown = Object(artifactType).type;
  if (typeof applicationId !== 'string' || typeof variantName !== 'string' || !Array.isArray(elements)) return undefined;
  if (kind !== 'APK' || variantName.endsWith('AndroidTest')) return undefined;
  const fields: readonly Record<string, unknown>[] = elements.map((each: unknown) => Object(each));
  return {
    applicationId,
    variant: variantName,
    versionCode: Math.max(0, ...fields.map((each) => (typeof each.versionCode === 'number' ? each.versionCode : 0))),
    outputs: fields.flatMap((each) => (typeof each.outputFile === 'string' && !each.outputFile.includes('/') ? [each.outputFile] : [])),
  };
}

async function metadataText(path: string): Promise<string> {
  try {
    return (await readForeignFile(path, MOST_FOREIGN_BYTES)).toString('utf8');
  } catch (error) {
    if (isUnread(error)) return '';
    throw error;
  }
}

async function* metadataFiles(root: string, signal: AbortSignal): AsyncGenerator<string> {
  const walk: Walk = {
    limits,
    links: 'skip',
    folder: (name) => {
      signal.throwIfAborted();
      return withoutMetadata.has(name) ? 'skip' : 'enter';
    },
    file: (name) => name === METADATA,
  };
  for await (const { path } of walkFolder(root, walk)) yield path;
}
