/** A colour as the image wants it. @param fill `#rrggbb` @param background `#rrggbb`, which `share` below 1 lets through */
export function packedColor(fill: string, background = fill, share = 1): number {
  // Red comes first in memory, and all computers with this editor put the lowest byte first.
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const [over, under] = [fill, background].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((over ?? 0) * share + (under ?? 0) * (1 - share));
  });
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
