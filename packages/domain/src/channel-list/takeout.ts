import { parse } from 'csv-parse/sync'
import {
  type ChannelReference,
  formatChannelReference,
  isChannelId,
  parseChannelAddress,
  parseChannelLink,
} from '../channel-url.ts'
import { type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/**
 * Reads the `subscriptions.csv` of a Google Takeout: id, URL and title of each channel. The header is in the owner's language,
 * so columns are recognized by their content. Other programs write similar tables with fewer or more columns. Null if the text
 * is not a table; a title can look like a handle, so only its column identifies it as a title.
 */
export const readTakeout = (text: string): { format: 'takeout' | 'list'; lines: ListedLine[] } | null => {
  const delimiter = findDelimiter(text)
  if (delimiter === undefined) return null
  const rows = parseRows(text, delimiter)
  if (rows === null) return idFirst.test(text) ? { format: 'list', lines: readBroken(text) } : null
  const first = rows.findIndex(row => findColumns(row) !== null)
  const columns = findColumns(rows[first] ?? [])
  if (columns === null || !isTable(rows, first, columns)) return null
  // Everything above the first channel is the header.
  const lines = rows.slice(first).map(row => readRow(row, columns))
  return {
    format: 'takeout',
    lines: lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), refusedLine('', 'too_long')] : lines,
  }
}

/** The delimiter after or before a channel's cell, found before parsing. Some spreadsheets save semicolons or tabs. */
const findDelimiter = (text: string): string | undefined =>
  idFirst.exec(text)?.[1] ??
  /([,;\t]) ?"?(?:UC[\w-]{22}|https?:\/\/[\w.]*youtu)/.exec(text)?.[1] ??
  linkFirst.exec(text)?.[1]

const idFirst = /(?:^|[,;\t"\n\r\uFEFF])UC[\w-]{22}"?([,;\t])/
const linkFirst = /(?:^|[\n\r\uFEFF])"?https?:\/\/[\w.]*youtu[\w.]*\/[^\s,;"]{1,200}"?([,;\t])/

/** Indexes of the columns with the channel's id and URL; -1 if missing. */
interface Columns {
  id: number
  url: number
}

/** More than any program writes. */
const MAX_COLUMNS = 50

/** Null if the row has no channel, several channels or nothing else. */
const findColumns = (row: readonly string[]): Columns | null => {
  if (row.length < 2 || row.length > MAX_COLUMNS) return null
  const id = row.findIndex(isChannelId)
  const url = row.findIndex((cell, at) => at !== id && readChannelCell(cell) !== null)
  if (id < 0 && url < 0) return null
  const channels = row.map(readChannelCell).filter(channel => channel !== null)
  // A row may have both an id and a URL with a handle.
  const ids = new Set(channels.filter(({ by }) => by === 'id').map(formatChannelReference))
  const others = new Set(channels.filter(({ by }) => by !== 'id').map(formatChannelReference))
  return ids.size <= 1 && others.size <= 1 ? { id, url } : null
}

/** A bare handle does not count here, because channel titles may look like `@this`. */
const readChannelCell = (cell: string): ChannelReference | null => {
  if (!isChannelId(cell) && !/^(?:https?:\/\/|(?:www\.|m\.)?youtu)/i.test(cell)) return null
  const link = parseChannelAddress(cell)
  return link.kind === 'channel' ? link.channel : null
}

/**
 * A table has a header, or the same columns in every row. A single row without a header must have id, URL and other cells that
 * are not channels.
 */
const isTable = (rows: readonly (readonly string[])[], first: number, { id, url }: Columns): boolean => {
  const row = rows[first] ?? []
  const header = rows[first - 1]
  const hasHeader = header?.length === row.length && header.every(cell => parseChannelLink(cell).kind !== 'channel')
  const others = row.filter((_, at) => at !== id && at !== url)
  if (hasHeader) return true
  if (id < 0 || url < 0 || others.length === 0) return false
  const sameColumns = rows.slice(first, first + 10).filter(other => {
    const columns = findColumns(other)
    return columns?.id === id && columns.url === url
  })
  return sameColumns.length > 1 || others.every(cell => parseChannelLink(cell).kind !== 'channel')
}

const readRow = (row: readonly string[], { id, url }: Columns): ListedLine => {
  const text = row.filter(cell => cell !== '').join(', ')
  const title = findTitle(row.filter((_, at) => at !== id && at !== url))
  const lines = [id, url].filter(at => at >= 0).map(at => readLine(row[at] ?? '', title, text))
  const last = lines.at(-1)
  const isElsewhere = last?.kind === 'refused' && (last.reason === 'not_youtube' || last.reason === 'video')
  return lines.find(({ kind }) => kind === 'channel') ?? (isElsewhere ? last : refusedLine(text, 'not_a_link'))
}

/** If there are several cells, skips links, numbers and dates. */
const findTitle = (cells: readonly string[]): string =>
  cells.length === 1
    ? (cells[0] ?? '')
    : (cells.find(cell => cell !== '' && !/^(?:https?:\/\/|[\d\s.,:/TZ+-]+$)/.test(cell)) ?? '')

/** For files with unclosed quotes: reads only the id at the start of each line. */
const readBroken = (text: string): ListedLine[] =>
  text
    .split(/[\r\n]+/, MAX_LINES)
    .filter(line => line.trim() !== '')
    .map(line => {
      const id = /^[\s"\uFEFF]*(UC[\w-]{22})"?[,;\t]/.exec(line)?.[1]
      return id === undefined ? refusedLine(line, 'not_a_link') : readLine(id)
    })

/** Null if a quote is not closed. */
const parseRows = (text: string, delimiter: string): string[][] | null => {
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
