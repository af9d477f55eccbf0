import { type ListedLine, MAX_LINES, readLine, refusedLine } from './line.ts'

/**
 * The subscriptions in a JSON file that an app writes: FreeTube (also its `.db`, a document on each line), NewPipe, Piped,
 * Invidious, LibreTube, Grayjay, and the `subscriptions.json` of a Google Takeout. Only what the file lists as subscribed is
 * read, and of that only the fields that name the channel: descriptions, pictures, watched videos and blocked channels have
 * links as well. Null where the text is no JSON.
 */
export const readExported = (text: string): { format: 'takeout' | 'list'; lines: ListedLine[] } | null => {
  if (!/^[\s\uFEFF]*[[{]/.test(text)) return null
  const documents = documentsIn(text)
  // What is cut off is not read as a list that somebody pasted: every link in it would count.
  if (documents === null) return isCutOff(text) ? { format: 'list', lines: [refusedLine('', 'cut_off')] } : null
  const entries = documents.flatMap(subscriptionsIn)
  const format = entries.some(entry => objectIn(entry, 'snippet') !== null) ? 'takeout' : 'list'
  const lines = entries.slice(0, MAX_LINES).map(readEntry)
  if (entries.length > MAX_LINES) lines.push(refusedLine('', 'too_long'))
  const isEmpty = lines.every(line => line.kind === 'refused' && line.text === '')
  return { format, lines: isEmpty ? [refusedLine('', 'no_subscriptions')] : lines }
}

const isCutOff = (text: string): boolean => /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*[[{"\d])/.test(text) && /"\s*:/.test(text)

type Json = Record<string, unknown>

const documentsIn = (text: string): unknown[] | null => {
  const whole = parsed(text.replace(/^\uFEFF/, ''))
  if (whole !== undefined) return [whole]
  const lines = text.split(/[\r\n]+/, MAX_LINES).filter(line => line.trim() !== '')
  if (lines.length < 2 || !lines.every(line => /^[\s\uFEFF]*[[{]/.test(line))) return null
  const documents = lines.map(line => parsed(line.replace(/^\uFEFF/, ''))).filter(document => document !== undefined)
  return documents.length === 0 ? null : lastOf(documents)
}

/** FreeTube's database appends: of documents with the same `_id` the last counts, and one may say that it is deleted. */
const lastOf = (documents: readonly unknown[]): unknown[] => {
  const last = new Map<unknown, unknown>()
  for (const document of documents) {
    const id = isObject(document) ? (document._id ?? document) : document
    if (isObject(document) && document.$$deleted === true) last.delete(id)
    else last.set(id, document)
  }
  return [...last.values()]
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const objectIn = (value: unknown, name: string): Json | null => {
  const found = isObject(value) ? fieldsOf(value).get(name) : null
  return isObject(found) ? found : null
}

/** By names in lower case without `_`, for `channelId`, `channel_id` and `channelID` are one. */
const fieldsOf = (object: Json): Map<string, unknown> =>
  new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]))

/** What a document lists. An array has the subscriptions themselves, or FreeTube's profiles with some each. */
const subscriptionsIn = (document: unknown): unknown[] => {
  if (Array.isArray(document)) return document.flatMap(item => (isObject(item) ? (listsIn(item) ?? [item]) : [item]))
  return isObject(document) ? (listsIn(document) ?? [document]) : []
}

const listsIn = (document: Json): unknown[] | null => {
  const fields = fieldsOf(document)
  const isAnswer = String(fields.get('kind')).startsWith('youtube#subscriptionList')
  const stores = objectIn(document, 'stores')
  const lists = [
    fields.get('subscriptions'),
    fields.get('localsubscriptions'),
    isAnswer ? fields.get('items') : null,
    stores ? fieldsOf(stores).get('subscriptions') : null,
  ].filter(list => Array.isArray(list))
  if (lists.some(list => list.length > 0)) return lists.flat()
  // Piped and LibreTube sort the same channels into groups, and may bring the groups alone.
  const groups = [fields.get('groups'), fields.get('channelgroups')].find(list => Array.isArray(list))
  if (groups === undefined) return lists.length > 0 ? [] : null
  return groups.flatMap(group => (isObject(group) && Array.isArray(group.channels) ? group.channels : []))
}

const namesOfIds = ['channelid', 'ucid', 'authorid', 'id']
const namesOfAddresses = ['url', 'channelurl', 'link', 'xmlurl', 'feedurl']
const namesOfTitles = ['name', 'title', 'channelname', 'channeltitle', 'author']

const readEntry = (entry: unknown): ListedLine => {
  if (typeof entry === 'string') return readLine(entry.trim())
  if (!isObject(entry)) return refusedLine('', 'not_a_link')
  const snippet = objectIn(entry, 'snippet')
  // The snippet has another id beside that of its resource: the subscriber's own.
  if (snippet) return readFields(objectIn(snippet, 'resourceid') ?? {}, titleIn(snippet))
  const channel = objectIn(entry, 'channel')
  return channel ? readFields(channel, titleIn(channel)) : readFields(entry, titleIn(entry))
}

const readFields = (object: Json, title: string): ListedLine => {
  const fields = fieldsOf(object)
  // What was watched has the id of its channel too.
  const addresses = fields.has('videoid') ? [] : [...textsIn(fields, namesOfIds), ...textsIn(fields, namesOfAddresses)]
  const lines = addresses.map(address => {
    const link = /^\/(?!\/)/.test(address) ? `https://www.youtube.com${address}` : address
    return readLine(link, title, title ? `${title} (${address})` : address)
  })
  // An id may be one of the app's own, so the address tells more of what is no channel.
  return lines.find(({ kind }) => kind === 'channel') ?? lines.at(-1) ?? refusedLine(title, 'not_a_link')
}

/** Grayjay has ids as `{ platform, value }`. */
const textsIn = (fields: ReadonlyMap<string, unknown>, names: readonly string[]): string[] =>
  names
    .map(name => fields.get(name))
    .map(value => (isObject(value) ? value.value : value))
    .filter(value => typeof value === 'string')
    .map(value => value.trim())
    .filter(value => value !== '')

const titleIn = (object: Json): string => textsIn(fieldsOf(object), namesOfTitles)[0] ?? ''
