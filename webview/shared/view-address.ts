const PREFIX = '#view=';

/** The view of the page's address, which reloads, bookmarks and links keep. */
export function addressState(): unknown {
  if (!location.hash.startsWith(PREFIX)) return undefined;
  try {
    return JSON.parse(decodeURIComponent(location.hash.slice(PREFIX.length)));
  } catch {
    // An address cut by a mail program: the sender's view is shown.
    return undefined;
  }
}

export function storeAddressState(state: unknown): void {
  try {
    history.replaceState(undefined, '', `${PREFIX}${encodeURIComponent(JSON.stringify(state))}`);
  } catch {
    // A mail's preview may forbid it; the view is lost then.
  }
}
