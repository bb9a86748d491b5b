import { Memo } from '../../core/memo.ts';
import type { Viewport } from '../ui/viewport.ts';
import type { FlameContent, RootFold } from './content.ts';
import { commonItems, foldedRows, frameItem, isFoldItem } from './folded-rows.ts';
import { type FlameRow, NO_BOX } from './rows.ts';

/** Fewer frames need no fold. */
const LEAST_FRAMES = 2;

interface Folded {
  /** Changes with names and categories. */
  readonly names: object;
  /** Both by row of `model.methods`. */
  readonly isLoop: (method: number) => boolean;
  readonly isSystem: (method: number) => boolean;
  /** The whole range of the selection, so that a zoom folds no more. */
  readonly range: Viewport;
  readonly isOpen: boolean;
}

/** Folds frames that call all others, down to the looper and the system's frames that it calls, to one row. */
export class RootFolds {
  readonly #content = new Memo<FlameContent>();
  readonly #source = new Memo<object>();

  content(content: FlameContent, folded: Folded): FlameContent {
    const { names, range, isOpen } = folded;
    return this.#content.get([content, names, range.fromX, range.toX, isOpen], () => {
      const items = rootItems(content, folded);
      if (items.length < LEAST_FRAMES) return content;
      // Its drawing goes on while the same rows are folded.
      const source = this.#source.get([content.flame.source, items.length, isOpen], () => ({}));
      return foldedContent(content, items, isOpen, source);
    });
  }
}

/** At least one row stays beside the fold. */
function rootItems(content: FlameContent, { isLoop, isSystem, range }: Folded): readonly number[] {
  const { flame } = content;
  const common = commonItems(flame, range, content.methodOf);
  const methods = common.map((item) => content.methodOf(item));
  let count = methods.findIndex(isLoop) + 1;
  for (let method = methods[count]; method !== undefined && isSystem(method); method = methods[count]) count++;
  const isLast = !hasBoxes(flame.rows[count], range);
  return common.slice(0, isLast ? count - 1 : count);
}

function hasBoxes(row: FlameRow | undefined, { fromX, toX }: Viewport): boolean {
  const box = row?.firstEndingAfter(fromX) ?? NO_BOX;
  return row !== undefined && box !== NO_BOX && row.begin(box) < toX;
}

function foldedContent(content: FlameContent, roots: readonly number[], isOpen: boolean, source: object): FlameContent {
  const { flame, items } = content;
  const names = roots.map((item) => items.label(item));
  const fold: RootFold = { isOpen, names, methods: roots.map((item) => content.methodOf(item)) };
  const label = `${isOpen ? '▾' : '▸'} ${foldName(names)}`;
  const frame =
    <Value>(of: (item: number) => Value) =>
    (item: number) =>
      of(frameItem(item));
  return {
    ...content,
    flame: foldedRows(flame, roots.length, isOpen, source),
    fold,
    nodeOf: frame(content.nodeOf),
    methodOf: frame(content.methodOf),
    items: {
      label: (item) => (isFoldItem(item) ? label : items.label(item)),
      category: (item) => (isFoldItem(item) ? 'idle' : items.category(item)),
      shade: (item) => (isFoldItem(item) ? 0 : items.shade(item)),
      certainty: (item) => (isFoldItem(item) ? 'certain' : items.certainty(item)),
      state: (item) => (isFoldItem(item) ? undefined : items.state(item)),
      matches: frame(items.matches),
    },
    facts: (item) => (isFoldItem(item) ? { ...content.facts(frameItem(item)), fold } : content.facts(item)),
    chosen: frame(content.chosen),
  };
}

/** `main › … › loopOnce` */
function foldName(names: readonly string[]): string {
  const short = names.map((name) => (/^[\w.$]+$/.test(name) ? (name.split('.').at(-1) ?? name) : name));
  return short.length > LEAST_FRAMES ? `${short[0]} › … › ${short.at(-1)}` : short.join(' › ');
}
