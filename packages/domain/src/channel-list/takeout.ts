import { parse } from 'csv-parse/sync'
import {
  type ChannelReference,
  isChannelId,
  parseChannelAddress,
  parseChannelLink,
  textOfChannel,
} from '../channel-url.ts'
import { type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/**
 * The rows of the `subscriptions.csv` of a Google Takeout: id, address and title of each channel, under a header in the
 * language of its owner. So the columns are told by what stands in them. Other programs write such a table with fewer or
 * more columns. Null where the text is no table: a title is only known as one by its column, and may look like a handle.
 */
export const readTakeout = (text: string): { format: 'takeout' | 'list'; lines: ListedLine[] } | null => {
  const delimiter = delimiterOf(text)
  if (delimiter === undefined) return null
  const rows = rowsOf(text, delimiter)
  if (rows === null) return idFirst.test(text) ? { format: 'list', lines: readBroken(text) } : null
  const first = rows.findIndex(row => columnsOf(row) !== null)
  const columns = columnsOf(rows[first] ?? [])
  if (columns === null || !isTable(rows, first, columns)) return null
  // What stands above the first channel is the header.
  const lines = rows.slice(first).map(row => readRow(row, columns))
  return {
    format: 'takeout',
    lines: lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), refusedLine('', 'too_long')] : lines,
  }
}

/** What divides a channel from another cell; spreadsheets save semicolons or tabs. Looked for before anything is parsed. */
const delimiterOf = (text: string): string | undefined =>
  idFirst.exec(text)?.[1] ??
  /([,;\t]) ?"?(?:UC[\w-]{22}|https?:\/\/[\w.]*youtu)/.exec(text)?.[1] ??
  linkFirst.exec(text)?.[1]

const idFirst = /(?:^|[,;\t"\n\r\uFEFF])UC[\w-]{22}"?([,;\t])/
const linkFirst = /(?:^|[\n\r\uFEFF])"?https?:\/\/[\w.]*youtu[\w.]*\/[^\s,;"]{1,200}"?([,;\t])/

/** Where a row has its channel: as an id, as an address, or both. Negative for nowhere. */
interface Columns {
  id: number
  address: number
}

/** More cells than any program writes, and the end of looking. */
const MAX_COLUMNS = 50

/** Null for a row with no channel, with several, or with nothing else. */
const columnsOf = (row: readonly string[]): Columns | null => {
  if (row.length < 2 || row.length > MAX_COLUMNS) return null
  const id = row.findIndex(isChannelId)
  const address = row.findIndex((cell, at) => at !== id && channelIn(cell) !== null)
  if (id < 0 && address < 0) return null
  const named = row.map(channelIn).filter(channel => channel !== null)
  // An id may stand beside the address by handle.
  const ids = new Set(named.filter(({ by }) => by === 'id').map(textOfChannel))
  const others = new Set(named.filter(({ by }) => by !== 'id').map(textOfChannel))
  return ids.size <= 1 && others.size <= 1 ? { id, address } : null
}

/** A handle alone is no address here: people call their channels `@so`. */
const channelIn = (cell: string): ChannelReference | null => {
  if (!isChannelId(cell) && !/^(?:https?:\/\/|(?:www\.|m\.)?youtu)/i.test(cell)) return null
  const link = parseChannelAddress(cell)
  return link.kind === 'channel' ? link.channel : null
}

/** A header tells it, or that every row has the same; of one row alone, id and address beside words that are no channel. */
const isTable = (rows: readonly (readonly string[])[], first: number, { id, address }: Columns): boolean => {
  const row = rows[first] ?? []
  const header = rows[first - 1]
  const hasHeader = header?.length === row.length && header.every(cell => parseChannelLink(cell).kind !== 'channel')
  const others = row.filter((_, at) => at !== id && at !== address)
  if (hasHeader) return true
  if (id < 0 || address < 0 || others.length === 0) return false
  const alike = rows.slice(first, first + 10).filter(other => {
    const columns = columnsOf(other)
    return columns?.id === id && columns.address === address
  })
  return alike.length > 1 || others.every(cell => parseChannelLink(cell).kind !== 'channel')
}

const readRow = (row: readonly string[], { id, address }: Columns): ListedLine => {
  const text = row.filter(cell => cell !== '').join(', ')
  const title = titleIn(row.filter((_, at) => at !== id && at !== address))
  const lines = [id, address].filter(at => at >= 0).map(at => readLine(row[at] ?? '', title, text))
  const last = lines.at(-1)
  const isElsewhere = last?.kind === 'refused' && (last.reason === 'not_youtube' || last.reason === 'video')
  return lines.find(({ kind }) => kind === 'channel') ?? (isElsewhere ? last : refusedLine(text, 'not_a_link'))
}

/** Of several cells, pictures, numbers and dates are no title. */
const titleIn = (cells: readonly string[]): string =>
  cells.length === 1
    ? (cells[0] ?? '')
    : (cells.find(cell => cell !== '' && !/^(?:https?:\/\/|[\d\s.,:/TZ+-]+$)/.test(cell)) ?? '')

/** Line by line, where its quotes do not end: the id in front, and nothing of what follows. */
const readBroken = (text: string): ListedLine[] =>
  text
    .split(/[\r\n]+/, MAX_LINES)
    .filter(line => line.trim() !== '')
    .map(line => {
      const id = /^[\s"\uFEFF]*(UC[\w-]{22})"?[,;\t]/.exec(line)?.[1]
      return id === undefined ? refusedLine(line, 'not_a_link') : readLine(id)
    })

/** Null where the quotes do not end. */
const rowsOf = (text: string, delimiter: string): string[][] | null => {
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
    return null
  }
}
