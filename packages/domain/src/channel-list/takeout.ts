import { parse } from 'csv-parse/sync'
import { isChannelId, parseChannelLink } from '../channel-url.ts'
import { type ListedLine, MAX_LINES, refusedLine } from './line.ts'

/**
 * The rows of the `subscriptions.csv` of a Google Takeout: id, address and title of each channel, under a header in the
 * language of its owner. So the columns are told by what stands in them. Null where no row has an id beside its address.
 */
export const readTakeout = (text: string): ListedLine[] | null => {
  const delimiter = idBesideMore.exec(text)?.[1]
  if (delimiter === undefined) return null
  const rows = rowsOf(text, delimiter)
  const first = rows.findIndex(row => columnsOf(row) !== null)
  const columns = columnsOf(rows[first] ?? [])
  if (columns === null) return null
  // What stands above the first channel is the header.
  const lines = rows.slice(first).map(row => readRow(row, columns))
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), refusedLine('', 'too_long')] : lines
}

/** A cell with an id, and what divides it from the next; spreadsheets save semicolons or tabs. Looked for before anything is parsed. */
const idBesideMore = /(?:^|[,;\t"\n\r\uFEFF])UC[\w-]{22}"?([,;\t])/

interface Columns {
  id: number
  address: number
}

/** A third cell that names a channel is no title: somebody has put several of them on a line. */
const columnsOf = (row: readonly string[]): Columns | null => {
  const id = row.findIndex(isChannelId)
  const address = id < 0 ? -1 : row.findIndex((cell, at) => at !== id && idIn(cell) === row[id])
  const others = row.filter((_, at) => at !== id && at !== address)
  const isTold = address >= 0 && others.length > 0 && others.every(cell => parseChannelLink(cell).kind !== 'channel')
  return isTold ? { id, address } : null
}

const readRow = (row: readonly string[], { id, address }: Columns): ListedLine => {
  const text = row.filter(cell => cell !== '').join(', ')
  const channelId = idIn(row[id] ?? '') ?? idIn(row[address] ?? '')
  if (channelId === null) return refusedLine(text, 'not_a_link')
  const title = row.find((cell, at) => at !== id && at !== address && cell !== '') ?? ''
  return { kind: 'channel', text, channel: { by: 'id', channelId }, title }
}

const idIn = (cell: string): string | null => {
  const link = parseChannelLink(cell)
  return link.kind === 'channel' && link.channel.by === 'id' ? link.channel.channelId : null
}

/** None where the quotes do not end. */
const rowsOf = (text: string, delimiter: string): string[][] => {
  try {
    return parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch {
    return []
  }
}
