import { messageOf } from '../../core/errors.ts';
import type { Builds } from './build-index.ts';
import { dayOf, nextOf, searchedIn } from './build-report-text.ts';
import type { FoundMapping } from './found-build.ts';
import { chooseMapping, fits, lackedText, type MappingChoice } from './mapping-choice.ts';
import { classRecords, frameRecord, type SymbolRecord, type SymbolsRecord, symbolsRecord } from './name-records.ts';
import type { RunSymbols } from './run-symbols.ts';
import type { FileVersion } from './symbol-questions.ts';
import type { SymbolSource } from './symbol-thread.ts';

/** Few enough not to block the extension host. */
const BATCH = 200;
/** Confidence in names that were never found. */
const UNKNOWN = 0;

/** Names the classes of one run by its mapping. */
export class ClassNames {
  readonly #run: RunSymbols;
  readonly #builds: Builds;
  readonly #symbols: SymbolSource;
  #choice: MappingChoice | undefined;
  #facts: SymbolsRecord | undefined;
  /** Seen methods that the choice was checked with. */
  #checked = 0;
  /** Why no mapping is used; '' if one is, or records say so. */
  whyNone = '';
  #isGivenUp = false;
  #isHeld = false;

  constructor(run: RunSymbols, builds: Builds, symbols: SymbolSource) {
    this.#run = run;
    this.#builds = builds;
    this.#symbols = symbols;
  }

  /** The next batch of records; undefined when nothing is to be done. */
  async next(): Promise<readonly SymbolRecord[] | undefined> {
    const { frames, classes } = this.#run;
    if (this.#isGivenUp || frames.size + classes.size === 0) return undefined;
    try {
      return await this.#name();
    } catch (error) {
      this.#isGivenUp = true;
      // Names given before the file changed or broke are still right.
      const confidence = this.#facts?.confidence ?? UNKNOWN;
      const said = this.#say({ ...this.#about(), confidence, why: `${messageOf(error)} ${nextOf(error)}`.trim() });
      this.#choice = undefined;
      return said;
    }
  }

  /** The session already has the right mapping's names, so a missing mapping is no loss. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Repeats the search, except after an exact match. */
  retry(): void {
    this.#isGivenUp = false;
    this.#checked = 0;
    if (this.#choice?.kind === 'exact') return;
    this.#choice = undefined;
    this.#run.frames.again();
    this.#run.classes.again();
  }

  async #name(): Promise<readonly SymbolRecord[] | undefined> {
    const { classes, run } = this.#run;
    const said = await this.#choose();
    if (this.#isGivenUp) return said;
    if (this.#choice === undefined || !('mapping' in this.#choice) || this.#choice.kind === 'unfit')
      return said.length > 0 ? said : undefined;
    const { path } = this.#choice.mapping;
    const stacks = this.#run.frames.take(BATCH);
    const names = classes.take(BATCH);
    const { answer, tookUs } = await this.#symbols.ask({
      ask: 'retrace',
      path,
      version: versionOf(this.#choice.mapping),
      stacks,
      classes: names,
    });
    const most = this.#choice.kind === 'exact' ? 2 : 1;
    this.#run.frames.foundOutlines(stacks.flatMap((stack, i) => (stack.length === 1 && answer.frames[i]?.isOutline === true ? stack : [])));
    const records = stacks.flatMap((stack, i) => {
      const named = answer.frames[i];
      return named === undefined ? [] : frameRecord(run, stack, named, most);
    });
    const facts = this.#facts === undefined ? this.#say({ ...this.#about(), confidence: most, why: this.#whyNearest(), tookUs }) : [];
    return [...said, ...facts, ...classRecords(run, names, answer.classes, most), ...records];
  }

  /** Finds the mapping, or checks the nearest one against new methods. */
  async #choose(): Promise<readonly SymbolRecord[]> {
    const { seen } = this.#run.mappings;
    if (this.#choice?.kind === 'nearest') return seen.length === this.#checked ? [] : this.#checkNearest(this.#choice.mapping);
    if (this.#choice?.kind === 'exact') return [];
    // Too little evidence is checked again once it has doubled.
    if (this.#choice !== undefined && seen.length < this.#checked * 2) return [];
    this.#checked = seen.length;
    this.#choice = await chooseMapping(this.#builds, this.#symbols, this.#run);
    if (this.#choice.kind === 'none') {
      this.whyNone = this.#choice.why;
      return this.#facts === undefined ? [] : this.#say({});
    }
    if (this.#choice.kind === 'unfit') return this.#say({ ...this.#about(), confidence: UNKNOWN, why: this.#choice.why });
    if (this.#choice.kind !== 'missing') {
      this.#facts = undefined;
      return [];
    }
    if (this.#isHeld) return [];
    return this.#say({
      neededId: this.#choice.neededId,
      why: whyMissing(this.#choice.neededId, this.#choice.nearest, this.#builds.places),
    });
  }

  async #checkNearest(mapping: FoundMapping): Promise<readonly SymbolRecord[]> {
    const methods = this.#run.mappings.seen.slice(this.#checked);
    this.#checked = this.#run.mappings.seen.length;
    const { unknown } = await fits(mapping, this.#symbols, methods);
    // The user chose it: what it lacks keeps its name.
    if (unknown.length === 0 || mapping.isNamed) return [];
    this.#isGivenUp = true;
    const why =
      `It does not know ${unknown[0]}, which was seen in the app: it is of another build, and names that came from it may be wrong. ` +
      'Install the app from this build, or point at the mapping of the one that runs.';
    return this.#say({ ...this.#about(), confidence: 1, why });
  }

  #about(): Partial<SymbolsRecord> {
    const choice = this.#choice;
    if (choice === undefined || !('mapping' in choice)) return {};
    const { path, size, modifiedMs, foundBy, facts } = choice.mapping;
    const neededId = choice.kind === 'exact' ? choice.neededId : '';
    return { neededId, file: path, foundId: facts.id, foundBy, bytes: size, builtMs: modifiedMs };
  }

  #whyNearest(): string {
    if (this.#choice?.kind !== 'nearest') return '';
    const { mapping, lacks } = this.#choice;
    if (mapping.isNamed) {
      const gaps = lacks.length === 0 ? '' : ` It lacks ${lackedText(lacks)}: these keep their names.`;
      return `The app’s classes name no mapping, so it isn’t certain that the one that you named is the right one.${gaps}`;
    }
    return (
      'The app’s classes name no mapping, so it isn’t certain that this is the right one: it is the newest of the same application id ' +
      'that knows all classes seen so far. Build with a newer Android Gradle plugin, which writes the id into the classes, to be certain.'
    );
  }

  #say({ type, run, image, ...facts }: Partial<SymbolsRecord>): readonly SymbolRecord[] {
    const record = symbolsRecord(this.#run.run, 0, facts);
    const isNews = JSON.stringify({ ...record, tookUs: 0 }) !== JSON.stringify({ ...this.#facts, tookUs: 0 });
    this.#facts = record;
    return isNews ? [record] : [];
  }
}

/** Properties that can be sent to the thread. */
function versionOf({ size, modifiedMs }: FoundMapping): FileVersion {
  return { size, modifiedMs };
}

function whyMissing(neededId: string, nearest: FoundMapping | undefined, places: readonly string[]): string {
  const missing = `The app was shrunk with the mapping ${neededId}, which no local build has.`;
  if (nearest === undefined) return `${missing} ${searchedIn(places)} Build the app here, or point at its mapping.txt.`;
  const { path, modifiedMs, facts } = nearest;
  const id = facts.id === '' ? 'names no id' : `has the id ${facts.id}`;
  return (
    `${missing} The nearest, ${path} of ${dayOf(modifiedMs)}, ${id} and is not used: its names could be wrong. ` +
    'Install the app from that build, or point at the mapping.txt of the one that runs.'
  );
}
