import record from '../../../../../docs/quality.md?raw'

/**
 * What the landing page shows of the record that `npm run eval -- --report` writes. Read at the build, so that no figure
 * stands in two places; a record that lacks one ends the build.
 */
export const quality = {
  documents: found(/^Measured on (\d+ spoken documents, \d+ hours)/m),
  caught: cellOf('The check of citations', 'with a planted falsehood', 'called weak'),
  doubted: cellOf('The check of citations', 'unaltered', 'called weak'),
  agreed: inHundred(cellOf('Punctuated speech', 'builtin', 'precision')),
  agreedByChance: inHundred(cellOf('Punctuated speech', 'random', 'precision')),
  longest: found(/^## (Twelve hours) in the long form/m).toLowerCase(),
  covered: cellOf('Twelve hours in the long form', 'speech', 'represented'),
}

function found(pattern: RegExp): string {
  const [, part] = pattern.exec(record) ?? []
  if (!part) throw new Error(`docs/quality.md has no ${pattern}`)
  return part
}

/** The cell of the first table under a heading: in the row that begins with `row`, below what begins with `column`. */
function cellOf(heading: string, row: string, column: string): string {
  const section = record.split(/^## /m).find(part => part.startsWith(`${heading}\n`)) ?? ''
  const rows = section.split('\n').flatMap(line => (line.startsWith('| ') ? [cellsOf(line)] : []))
  const at = rows[0]?.findIndex(cell => cell.startsWith(column)) ?? -1
  const cell = rows.find(([first]) => first === row)?.[at]
  if (!cell) throw new Error(`docs/quality.md has no “${column}” of “${row}” under “${heading}”`)
  return cell
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
}

function inHundred(share: string): string {
  return `${Math.round(Number(share) * 100)} %`
}
