/** A group of bars: a label, and one value per series. */
export interface Bars {
  label: string
  values: readonly number[]
}

const COLOURS = ['#0f766e', '#f59e0b', '#64748b', '#9333ea']
const WIDTH = 640
const LABEL = 170
const BAR = 13
const GAP = 10

/** A horizontal bar chart as SVG, readable on light and dark pages. */
export function barChart(title: string, series: readonly string[], rows: readonly Bars[], digits = 2): string {
  const maximum = Math.max(...rows.flatMap(row => row.values))
  const rowHeight = BAR * series.length + GAP
  const height = 56 + rowHeight * rows.length
  const scale = (WIDTH - LABEL - 70) / maximum
  const bars = rows.flatMap((row, r) => {
    const top = 48 + r * rowHeight
    return [
      text(LABEL - 8, top + (BAR * series.length) / 2 + 4, row.label, 'end'),
      ...row.values.flatMap((value, s) => {
        const y = top + s * BAR
        const width = Math.max(1, value * scale).toFixed(1)
        return [
          `<rect x="${LABEL}" y="${y}" width="${width}" height="${BAR - 2}" rx="2" fill="${COLOURS[s]}"/>`,
          text(LABEL + Number(width) + 6, y + BAR - 4, value.toFixed(digits), 'start', 10),
        ]
      }),
    ]
  })
  const legend =
    series.length < 2
      ? []
      : series.flatMap((name, s) => [
          `<rect x="${LABEL + s * 140}" y="28" width="10" height="10" rx="2" fill="${COLOURS[s]}"/>`,
          text(LABEL + s * 140 + 15, 37, name, 'start', 11),
        ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif">`,
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="#f8fafc"/>`,
    text(12, 19, title, 'start', 13, 600),
    ...legend,
    ...bars,
    '</svg>',
    '',
  ].join('\n')
}

const text = (x: number, y: number, content: string, anchor: 'start' | 'end', size = 12, weight = 400) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" font-weight="${weight}" fill="#0f172a" text-anchor="${anchor}">${content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')}</text>`
