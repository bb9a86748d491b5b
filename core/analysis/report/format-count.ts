/** `12`, `1,234`. Without `Intl`: its first use took a third of a search's first key. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(?:\d{3}){1,110}$)/g, ',');
}
