/** What is used of a canvas. */
export type LayerContext = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect'>;

/**
 * Fills one layer of a stack of shares, a column per pixel: whole pixels high, and neighbours of the same height in one rectangle, as a
 * rectangle costs the same whatever its size.
 * @param below shares below the layer, 0 to 1
 * @param top shares below it and in it
 * @param bottom y of share 0
 * @param height of share 1
 */
export function paintLayer(
  context: LayerContext,
  below: Float32Array,
  top: Float32Array,
  bottom: number,
  height: number,
  fill: string | CanvasPattern,
  left = 0,
): void {
  context.fillStyle = fill;
  const y = (share: number | undefined): number => bottom - Math.round(Math.min(1, share ?? 0) * height);
  for (let pixel = 0; pixel < top.length; ) {
    const from = y(below[pixel]);
    const to = y(top[pixel]);
    const first = pixel++;
    if (from <= to) continue;
    while (pixel < top.length && y(below[pixel]) === from && y(top[pixel]) === to) pixel++;
    context.fillRect(left + first, to, pixel - first, from - to);
  }
}
