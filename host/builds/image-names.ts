import { numberAt } from '../../core/columns/at.ts';
import { messageOf } from '../../core/errors.ts';
import { hexOf } from '../../core/symbols/bytes/fields.ts';
import type { Builds } from './build-index.ts';
import { nextOf, searchedIn } from './build-report-text.ts';
import type { FoundNative } from './found-build.ts';
import { addressRecord, type SymbolRecord, type SymbolsRecord, symbolsRecord } from './name-records.ts';
import type { WantedAddresses } from './run-symbols.ts';
import type { SymbolSource } from './symbol-thread.ts';

const BATCH = 500;
/** Files of the same id to try in turn. */
const MOST_TRIED = 4;

/** Names the addresses of one image in one run. */
export class ImageNames {
  readonly #run: number;
  readonly #wanted: WantedAddresses;
  readonly #builds: Builds;
  readonly #symbols: SymbolSource;
  readonly #isHeld: boolean;
  #found: readonly FoundNative[] | undefined;
  #facts: SymbolsRecord | undefined;
  #isGivenUp = false;

  /** @param isHeld the session has the right file's names, so a missing file is no loss */
  constructor(run: number, wanted: WantedAddresses, builds: Builds, symbols: SymbolSource, isHeld: boolean) {
    this.#run = run;
    this.#wanted = wanted;
    this.#builds = builds;
    this.#symbols = symbols;
    this.#isHeld = isHeld;
  }

  /** The next batch of records; undefined when nothing is to be done. */
  async next(): Promise<readonly SymbolRecord[] | undefined> {
    if (this.#isGivenUp || this.#wanted.offsets.size === 0) return undefined;
    const { image } = this.#wanted;
    const id = hexOf(image.buildId);
    try {
      this.#found ??= (await this.#builds.native({ id, path: image.path })).slice(0, MOST_TRIED);
      const [first] = this.#found;
      if (first !== undefined) return await this.#name(first, id);
      this.#isGivenUp = true;
      return this.#isHeld ? undefined : this.#say({ neededId: id, why: whyMissing(id, image.path, this.#builds.places) });
    } catch (error) {
      return this.#failed(error, id);
    }
  }

  /** Repeats the search, unless lines were found. */
  retry(): void {
    this.#isGivenUp = false;
    if (this.#facts?.confidence === 2) return;
    this.#found = undefined;
    this.#wanted.offsets.again();
  }

  async #name(build: FoundNative, id: string): Promise<readonly SymbolRecord[]> {
    const { offsets, image } = this.#wanted;
    const asked = offsets.take(BATCH);
    const { path, facts } = build;
    const { answer, tookUs } = await this.#symbols.ask({ ask: 'addresses', path, entry: facts.entry, id, offsets: asked });
    const hasLines = facts.hasDebugInfo || answer.answers.some(({ confidence }) => confidence === 2);
    const why = [hasLines ? '' : whyNoLines, ...answer.problems.slice(0, 3)].filter((text) => text !== '').join(' ');
    const about = { ...aboutOf(build, id), confidence: hasLines ? 2 : 1, why, tookUs };
    const facts0 = this.#facts === undefined || this.#facts.confidence < about.confidence ? this.#say(about) : [];
    return [...facts0, ...answer.answers.flatMap((one, i) => addressRecord(this.#run, image.id, numberAt(asked, i), one))];
  }

  /** The next file of the same id may be whole. */
  #failed(error: unknown, id: string): readonly SymbolRecord[] {
    const [first, ...others] = this.#found ?? [];
    this.#wanted.offsets.again();
    this.#found = others;
    this.#isGivenUp = others.length === 0;
    const why = `${messageOf(error)} ${nextOf(error)}`.trim();
    return this.#say(first === undefined ? { neededId: id, why } : { ...aboutOf(first, id), confidence: 0, why });
  }

  #say({ type, run, image, ...facts }: Partial<SymbolsRecord>): readonly SymbolRecord[] {
    this.#facts = symbolsRecord(this.#run, this.#wanted.image.id, facts);
    return [this.#facts];
  }
}

function aboutOf({ path, size, modifiedMs, foundBy, facts }: FoundNative, id: string): Partial<SymbolsRecord> {
  const file = facts.entry === '' ? path : `${path} (${facts.entry})`;
  return { neededId: id, file, foundId: facts.id, foundBy, bytes: size, builtMs: modifiedMs };
}

const whyNoLines =
  'This is the exact build, but without debug information, so functions have no lines. Keep the unstripped library or the dSYM of this build.';

function whyMissing(id: string, path: string, places: readonly string[]): string {
  if (id === '')
    return `${path} has no build id that the app could tell, so no local file can be compared with it. Link it with --build-id.`;
  return `No local file has the id ${id} of ${path}. ${searchedIn(places)} Build it here, or point at the folder with its symbols.`;
}
