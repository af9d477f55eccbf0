import report from '../../../../../docs/quality.md?raw'

/**
 * The quality figures of the landing page, extracted at build time from the report of `npm run eval -- --report`. The build
 * fails if the report lacks one of them.
 */
export const quality = {
  documents: extract(/^Measured on (\d+ spoken documents, \d+ hours)/m),
  caught: tableCell('Citation check', 'with a planted falsehood', 'called weak'),
  falselyFlagged: tableCell('Citation check', 'unaltered', 'called weak'),
  agreement: toPercent(tableCell('Punctuated speech', 'builtin', 'precision')),
  chanceAgreement: toPercent(tableCell('Punctuated speech', 'random', 'precision')),
  longest: extract(/^## (Twelve hours) with preset long/m).toLowerCase(),
  covered: tableCell('Twelve hours with preset long', 'speech', 'represented'),
}

function extract(pattern: RegExp): string {
  const [, match] = pattern.exec(report) ?? []
  if (!match) throw new Error(`docs/quality.md does not match ${pattern}.`)
  return match
}

/** A cell of the first table below a heading, by the row's first cell and the beginning of the column's title. */
function tableCell(heading: string, row: string, column: string): string {
  const section = report.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').flatMap(line => (line.startsWith('| ') ? [splitRow(line)] : []))
  const index = rows[0]?.findIndex(cell => cell.startsWith(column)) ?? -1
  const cell = rows.find(([first]) => first === row)?.[index]
  if (!cell) throw new Error(`docs/quality.md has no column “${column}” in row “${row}” under “${heading}”.`)
  return cell
}

function splitRow(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
}

function toPercent(share: string): string {
  return `${Math.round(Number(share) * 100)} %`
}
