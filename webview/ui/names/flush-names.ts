/** A name cut at its start leaves less than a letter free before its ellipsis: styles move it by that much. */
let observer: ResizeObserver | undefined;
const observed = new Set<Element>();
const ellipses = new Map<string, number>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** @param owner the part of a name that is cut at its start */
export function keepFlush(owner: HTMLElement): void {
  observer ??= new ResizeObserver((entries) => moveNames(entries.map(({ target }) => target)));
  observer.observe(owner);
  observed.add(owner);
}

/** Reads all before it writes: each write would cost a layout. */
function moveNames(owners: readonly Element[]): void {
  for (const owner of observed) {
    if (owner.isConnected) continue;
    observer?.unobserve(owner);
    observed.delete(owner);
  }
  const gaps = owners.flatMap((owner) => (owner.parentElement === null ? [] : ([[owner.parentElement, gapOf(owner)]] as const)));
  for (const [name, gap] of gaps) name.style.setProperty('--cut-gap', `${gap}px`);
}

/** CSS pixels between the start of the box and the ellipsis. */
function gapOf(owner: Element): number {
  const letters = owner.firstChild?.firstChild;
  if (!(letters instanceof Text)) return 0;
  const { width } = owner.getBoundingClientRect();
  if (widthFrom(letters, 0) <= width) return 0;
  const room = width - ellipsisOf(owner);
  let [shown, cut] = [letters.length, 0];
  while (shown - cut > 1) {
    const middle = (shown + cut) >> 1;
    if (widthFrom(letters, middle) <= room) shown = middle;
    else cut = middle;
  }
  return shown === letters.length ? 0 : room - widthFrom(letters, shown);
}

function widthFrom(letters: Text, begin: number): number {
  const range = document.createRange();
  range.setStart(letters, begin);
  range.setEnd(letters, letters.length);
  return range.getBoundingClientRect().width;
}

function ellipsisOf(owner: Element): number {
  const { font } = getComputedStyle(owner);
  let width = ellipses.get(font);
  if (width === undefined) {
    canvas ??= document.createElement('canvas').getContext('2d');
    if (canvas === null) return 0;
    canvas.font = font;
    width = canvas.measureText('…').width;
    ellipses.set(font, width);
  }
  return width;
}
