const BLOCKS = '▁▂▃▄▅▆▇█';

const LEAST_VALUES = 3;

/** Values that a row has room for. */
const MOST_VALUES = 16;

/** The newest values as a row of blocks, the largest of them as a full one; '' for fewer than three, which show no course. */
export function sparkline(values: readonly number[]): string {
  if (values.length < LEAST_VALUES) return '';
  const shown = values.slice(-MOST_VALUES);
  const most = Math.max(...shown);
  return shown.map((value) => BLOCKS[most === 0 ? 0 : Math.round((value / most) * (BLOCKS.length - 1))]).join('');
}
