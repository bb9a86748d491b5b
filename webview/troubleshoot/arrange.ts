/** Makes these the children. Those that stay are not moved, as a moved element loses the focus. */
export function arrange(parent: Element, wanted: readonly Element[]): void {
  const kept = new Set(wanted);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  for (const [at, child] of wanted.entries()) {
    const there = parent.children[at];
    if (there !== child) parent.insertBefore(child, there ?? null);
  }
}
