import { type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/**
 * Reads the subscriptions in an app's JSON export: FreeTube (including its `.db` with one document per line), NewPipe, Piped,
 * Invidious, LibreTube, Grayjay, and the `subscriptions.json` of a Google Takeout. Reads only the subscriptions, and only their
 * fields that name the channel, because descriptions, pictures, watched videos and blocked channels contain links too. Null if
 * the text is not JSON.
 */
export const readAppExport = (text: string): { format: 'takeout' | 'list'; lines: ListedLine[] } | null => {
  if (!/^[\s\uFEFF]*[[{]/.test(text)) return null
  const documents = parseDocuments(text)
  // A truncated file is not read as a pasted list, because every link in it would count.
  if (documents === null) return isTruncatedJson(text) ? { format: 'list', lines: [refusedLine('', 'cut_off')] } : null
  const entries = documents.flatMap(findSubscriptions)
  const format = entries.some(entry => getObject(entry, 'snippet') !== null) ? 'takeout' : 'list'
  const lines = entries.slice(0, MAX_LINES).map(readEntry)
  if (entries.length > MAX_LINES) lines.push(refusedLine('', 'too_long'))
  const isEmpty = lines.every(line => line.kind === 'refused' && line.text === '')
  return { format, lines: isEmpty ? [refusedLine('', 'no_subscriptions')] : lines }
}

const isTruncatedJson = (text: string): boolean =>
  /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*[[{"\d])/.test(text) && /"\s*:/.test(text)

type Json = Record<string, unknown>

const parseDocuments = (text: string): unknown[] | null => {
  const json = tryParse(text.replace(/^\uFEFF/, ''))
  if (json !== undefined) return [json]
  const lines = text.split(/[\r\n]+/, MAX_LINES).filter(line => line.trim() !== '')
  if (lines.length < 2 || !lines.every(line => /^[\s\uFEFF]*[[{]/.test(line))) return null
  const documents = lines.map(line => tryParse(line.replace(/^\uFEFF/, ''))).filter(document => document !== undefined)
  return documents.length === 0 ? null : latestVersions(documents)
}

/** FreeTube's database is append-only: the last document with an `_id` wins, and it may be a deletion. */
const latestVersions = (documents: readonly unknown[]): unknown[] => {
  const latest = new Map<unknown, unknown>()
  for (const document of documents) {
    const id = isObject(document) ? (document._id ?? document) : document
    if (isObject(document) && document.$$deleted === true) latest.delete(id)
    else latest.set(id, document)
  }
  return [...latest.values()]
}

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const getObject = (value: unknown, name: string): Json | null => {
  const field = isObject(value) ? normalizedFields(value).get(name) : null
  return isObject(field) ? field : null
}

/** Fields by name in lower case without `_`, so that `channelId`, `channel_id` and `channelID` are the same. */
const normalizedFields = (object: Json): Map<string, unknown> =>
  new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]))

/** The subscriptions in a document. An array contains subscriptions, or FreeTube profiles that contain them. */
const findSubscriptions = (document: unknown): unknown[] => {
  if (Array.isArray(document)) return document.flatMap(item => (isObject(item) ? (findLists(item) ?? [item]) : [item]))
  return isObject(document) ? (findLists(document) ?? [document]) : []
}

const findLists = (document: Json): unknown[] | null => {
  const fields = normalizedFields(document)
  const isApiResponse = String(fields.get('kind')).startsWith('youtube#subscriptionList')
  const stores = getObject(document, 'stores')
  const lists = [
    fields.get('subscriptions'),
    fields.get('localsubscriptions'),
    isApiResponse ? fields.get('items') : null,
    stores ? normalizedFields(stores).get('subscriptions') : null,
  ].filter(list => Array.isArray(list))
  if (lists.some(list => list.length > 0)) return lists.flat()
  // Piped and LibreTube list the same channels in groups, and some files have only the groups.
  const groups = [fields.get('groups'), fields.get('channelgroups')].find(list => Array.isArray(list))
  if (groups === undefined) return lists.length > 0 ? [] : null
  return groups.flatMap(group => (isObject(group) && Array.isArray(group.channels) ? group.channels : []))
}

const idFields = ['channelid', 'ucid', 'authorid', 'id']
const urlFields = ['url', 'channelurl', 'link', 'xmlurl', 'feedurl']
const titleFields = ['name', 'title', 'channelname', 'channeltitle', 'author']

const readEntry = (entry: unknown): ListedLine => {
  if (typeof entry === 'string') return readLine(entry.trim())
  if (!isObject(entry)) return refusedLine('', 'not_a_link')
  const snippet = getObject(entry, 'snippet')
  // The snippet also has the subscriber's channel id, next to that of the resource.
  if (snippet) return readFields(getObject(snippet, 'resourceid') ?? {}, getTitle(snippet))
  const channel = getObject(entry, 'channel')
  return channel ? readFields(channel, getTitle(channel)) : readFields(entry, getTitle(entry))
}

const readFields = (object: Json, title: string): ListedLine => {
  const fields = normalizedFields(object)
  // Watched videos have a channel id too, so they are skipped.
  const addresses = fields.has('videoid') ? [] : [...getTexts(fields, idFields), ...getTexts(fields, urlFields)]
  const lines = addresses.map(address => {
    const link = /^\/(?!\/)/.test(address) ? `https://www.youtube.com${address}` : address
    return readLine(link, title, title ? `${title} (${address})` : address)
  })
  // An id may be internal to the app, so the URL (last) gives the better reason if neither is a channel.
  return lines.find(({ kind }) => kind === 'channel') ?? lines.at(-1) ?? refusedLine(title, 'not_a_link')
}

/** Grayjay stores ids as `{ platform, value }`. */
const getTexts = (fields: ReadonlyMap<string, unknown>, names: readonly string[]): string[] =>
  names
    .map(name => fields.get(name))
    .map(value => (isObject(value) ? value.value : value))
    .filter(value => typeof value === 'string')
    .map(value => value.trim())
    .filter(value => value !== '')

const getTitle = (object: Json): string => getTexts(normalizedFields(object), titleFields)[0] ?? ''
