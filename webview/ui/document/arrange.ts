/** Makes these the children. Those that stay are not moved, as a moved element loses the focus. */
export function arrange(parent: Element, wanted: readonly ChildNode[]): void {
  const kept = new Set<ChildNode>(wanted);
  for (const child of [...parent.childNodes]) if (!kept.has(child)) child.remove();
  for (const [at, child] of wanted.entries()) {
    const there = parent.childNodes[at];
    if (there !== child) parent.insertBefore(child, there ?? null);
  }
}
