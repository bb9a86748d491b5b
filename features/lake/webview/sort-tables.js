// Sorts a table by the column whose head is pressed; again, the other way round. Runs in the panel and in exported pages, unbundled.
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button.sort') : null;
  const head = button?.closest('th');
  const body = button?.closest('table')?.tBodies[0];
  if (!head || !body) return;
  const isNumber = head.classList.contains('number');
  const before = head.getAttribute('aria-sort');
  // Numbers begin with the greatest.
  const descending = before === null ? isNumber : before === 'ascending';
  for (const other of head.parentElement.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
  const texts = new Intl.Collator('en', { numeric: true });
  const number = (cell) => (cell.dataset.value === undefined ? Number.NEGATIVE_INFINITY : Number(cell.dataset.value));
  const compare = isNumber ? (a, b) => number(a) - number(b) || 0 : (a, b) => texts.compare(a.textContent, b.textContent);
  const at = head.cellIndex;
  const rows = [...body.rows].sort((a, b) => (descending ? -1 : 1) * compare(a.cells[at], b.cells[at]));
  body.append(...rows);
});
