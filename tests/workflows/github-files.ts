import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { yamlParser } from '../../scripts/setup/yaml.ts';
import { root, treeFiles } from '../house/project-sources.ts';

export interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly shell?: string;
}

export interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly name: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string };
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A file of `.github` or `action`, with its parsed text. */
export interface ParsedFile<T> {
  readonly path: string;
  readonly text: string;
  readonly content: T;
}

/** YAML files below a folder. T is what the caller's assertions check. */
export async function parsedFiles<T extends object>(folder: string): Promise<readonly ParsedFile<T>[]> {
  const parse = await yamlParser((line) => process.stderr.write(`${line}\n`));
  const paths = (await treeFiles()).filter((path) => path.startsWith(`${folder}/`) && /\.ya?ml$/.test(path));
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(root, path), 'utf8');
      return { path, text, content: Object(parse(text)) };
    }),
  );
}

/** All lines that steps run: of `run`, and of `script`, which the emulator's action runs. */
export function runLines(steps: readonly Step[]): readonly string[] {
  const texts = steps.flatMap((step) => [step.run, step.with?.script]).filter((text) => text !== undefined);
  return texts.flatMap((text) => text.trim().split('\n'));
}
