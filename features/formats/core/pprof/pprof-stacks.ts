import { isNoName } from '../../../../core/analysis/frames/no-name.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { SessionBuilder } from '../import/session-builder.ts';
import type { PprofLocation, PprofProfile, PprofSample } from './pprof-profile.ts';

/** A location's inlined functions beyond it are left out. */
const MOST_LINES = 256;

type Id = PprofSample['locations'][number];

/** Stacks of a profile's samples, a location's frames made once. */
export class PprofStacks {
  readonly #profile: PprofProfile;
  readonly #builder: SessionBuilder;
  readonly #report: ImportReport;
  readonly #frames = new Map<Id, readonly number[]>();
  readonly #images = new Map<Id, number>();
  /** The last sample's locations, outermost first. */
  readonly #before: { readonly id: Id; readonly stack: number }[] = [];

  constructor(profile: PprofProfile, builder: SessionBuilder, report: ImportReport) {
    this.#profile = profile;
    this.#builder = builder;
    this.#report = report;
  }

  /** Samples share most callers with the one before. @param locations innermost first */
  of(locations: readonly Id[]): number {
    const count = locations.length;
    let same = 0;
    while (same < count && this.#before[same]?.id === locations[count - 1 - same]) same++;
    let stack = this.#before[same - 1]?.stack ?? 0;
    this.#before.length = same;
    let isWhole = true;
    for (const id of locations.slice(0, count - same).reverse()) {
      stack = this.#below(stack, id);
      isWhole &&= this.#profile.locations.has(id);
      // Each frame without a location counts.
      if (isWhole) this.#before.push({ id, stack });
    }
    return stack;
  }

  #below(parent: number, id: Id): number {
    let stack = parent;
    for (const frame of this.#framesOf(id)) stack = this.#builder.stack(stack, frame);
    return stack;
  }

  /** Outermost first. */
  #framesOf(id: Id): readonly number[] {
    const known = this.#frames.get(id);
    if (known !== undefined) return known;
    const location = this.#profile.locations.get(id);
    if (location === undefined) {
      this.#report.skipped('frames without a location');
      return [];
    }
    const found = this.#made(location);
    this.#frames.set(id, found);
    return found;
  }

  #made(location: PprofLocation): readonly number[] {
    const { functions, strings } = this.#profile;
    const lines = location.lines.slice(0, MOST_LINES);
    this.#report.skipped('inlined functions beyond 256 at one address', location.lines.length - lines.length);
    let unknown = '';
    const named = lines.flatMap(({ function: id, line }) => {
      const found = functions.get(id);
      const name = found === undefined ? '' : strings.at(found.name) || strings.at(found.systemName);
      if (isNoName(name)) unknown ||= name;
      if (found === undefined || isNoName(name)) return [];
      return [this.#builder.frame({ function: name, file: strings.at(found.file), line })];
    });
    return named.length > 0 ? named.reverse() : [this.#address(location, unknown)];
  }

  /** A local build may name it. @param name the profile's words for an unknown function */
  #address({ mapping: id, address }: PprofLocation, name: string): number {
    const mapping = this.#profile.mappings.get(id);
    if (mapping === undefined || address < mapping.start) return this.#builder.frame({ function: name || `0x${address.toString(16)}` });
    const base = Math.max(0, mapping.start - mapping.offset);
    return this.#builder.frame({ function: '', image: this.#image(id, base), address: address - base });
  }

  #image(id: Id, base: number): number {
    const known = this.#images.get(id);
    if (known !== undefined) return known;
    const { mappings, strings } = this.#profile;
    const mapping = mappings.get(id);
    const bytes = Math.max(0, (mapping?.limit ?? 0) - base);
    const buildId = bytesOfHex(strings.at(mapping?.buildId ?? 0));
    const image = this.#builder.image({ path: strings.at(mapping?.file ?? 0), buildId, base, bytes });
    this.#images.set(id, image);
    return image;
  }
}

function bytesOfHex(hex: string): Uint8Array {
  if (!/^(?:[0-9a-fA-F]{2}){1,64}$/.test(hex)) return new Uint8Array(0);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
