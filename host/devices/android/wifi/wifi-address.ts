/** A name or IPv4 address, or IPv6 in brackets, then a port. */
const ADDRESS = /^(?:[\w-](?:[\w.-]{0,251}[\w-])?|\[[\da-f:.]{2,45}(?:%[\w.-]{1,32})?\]):(\d{1,5})$/i;

/** `HOST:PORT` that can stand in a request to adb; undefined for other text. */
export function wifiAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const port = Number(ADDRESS.exec(trimmed)?.[1]);
  return port >= 1 && port <= 65_535 ? trimmed : undefined;
}

/** The six digits that the phone shows; undefined for other text. */
export function pairingCode(text: string): string | undefined {
  const code = text.replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
}
