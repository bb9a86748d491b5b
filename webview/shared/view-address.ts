const PREFIX = '#view=';

/** What the page's address says of the view, so that a reload, a bookmark and a link show the same. */
export function addressState(): unknown {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(PREFIX.length)));
  } catch {
    // An address that was cut in a mail: the sender's view is shown.
    return undefined;
  }
}

/** Writes the view into the page's address. */
export function storeAddressState(state: unknown): void {
  try {
    history.replaceState(undefined, '', `${PREFIX}${encodeURIComponent(JSON.stringify(state))}`);
  } catch {
    // A preview of a mail may not let a page change its address; then the view is not kept.
  }
}
