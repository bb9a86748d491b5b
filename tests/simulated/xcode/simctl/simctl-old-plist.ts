/** Values that `simctl listapps` prints. */
type OldValue = string | readonly OldValue[] | { readonly [key: string]: OldValue };

/** NeXTSTEP's property list with the spaces of NSDictionary's description. */
export function oldPlist(value: OldValue): string {
  return `${written(value, '')}\n`;
}

function written(value: OldValue, indent: string): string {
  const deeper = `${indent}    `;
  if (typeof value === 'string') return quoted(value);
  if (isList(value))
    return `(\n${value.map((each) => `${deeper}${written(each, deeper)}`).join(',\n')}${value.length > 0 ? '\n' : ''}${indent})`;
  const entries = Object.entries(value).map(([key, each]) => {
    // Nested values follow as many spaces as their indent.
    const gap = typeof each === 'string' ? ' ' : ` ${deeper}`;
    return `${deeper}${quoted(key)} =${gap}${written(each, deeper)};\n`;
  });
  return `{\n${entries.join('')}${indent}}`;
}

function isList(value: OldValue): value is readonly OldValue[] {
  return Array.isArray(value);
}

/** Letters and digits are bare; others are quoted, non-ASCII as UTF-16 in hex. */
function quoted(text: string): string {
  if (/^[A-Za-z0-9]+$/.test(text)) return text;
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n');
  return `"${escaped.replace(/[^\x20-\x7e]/g, (unit) => `\\U${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
}
