import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { type FakeRequest, getPath } from '../question.ts'

/** One file of a recordings folder, recognized by its content. */
export type Recording = { file: string } & (
  | { kind: 'pair'; request: FakeRequest; status: number; contentType: string; body: string }
  | { kind: 'player'; body: string }
  | { kind: 'page'; body: string; player: string | null }
  | { kind: 'feed'; body: string }
  | { kind: 'captions'; body: Uint8Array }
  | { kind: 'pairing'; captionsOf: Record<string, string> }
  | { kind: 'nothing'; reason: string }
)

/** Reads all files below `folder`, sorted by path. Throws if the folder does not exist. */
export const readRecordings = (folder: string): Recording[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(path => readRecording(relative(folder, path).split(sep).join('/'), readFileSync(path)))

/**
 * A video id made of the file name, for files without an id: `bot-check__` for `player-bodies/bot-check.json`.
 */
export const videoIdFromFileName = (file: string): string =>
  basename(file)
    .replace(/\..*$/, '')
    .replace(/[^\w-]/g, '_')
    .padEnd(11, '_')
    .slice(0, 11)

const readRecording = (file: string, bytes: Buffer): Recording => {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  if (extension === 'json') return readJson(file, bytes)
  if (['vtt', 'srt', 'json3', 'srv1', 'srv2', 'srv3', 'ttml'].includes(extension)) {
    return { file, kind: 'captions', body: bytes }
  }
  const text = bytes.toString('utf8')
  if (extension === 'xml') {
    return /<feed[\s>]/.test(text) ? { file, kind: 'feed', body: text } : { file, kind: 'captions', body: bytes }
  }
  if (extension === 'html' || extension === 'htm') {
    return { file, kind: 'page', body: text, player: initialPlayerResponse(text) }
  }
  return { file, kind: 'nothing', reason: `.${extension} files are not supported` }
}

const readJson = (file: string, bytes: Buffer): Recording => {
  const text = bytes.toString('utf8')
  const value: unknown = JSON.parse(text)
  const url = getPath(value, 'request', 'url')
  if (typeof url === 'string') return readPair(file, value, url)
  if (getPath(value, 'playabilityStatus') !== undefined || getPath(value, 'videoDetails') !== undefined) {
    return { file, kind: 'player', body: text }
  }
  if (Array.isArray(getPath(value, 'events'))) return { file, kind: 'captions', body: bytes }
  if (basename(file) === 'captions.json') {
    const pairs = Object.entries(value as object).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    )
    return { file, kind: 'pairing', captionsOf: Object.fromEntries(pairs) }
  }
  return { file, kind: 'nothing', reason: 'neither a request/response pair, nor a player answer, nor captions' }
}

const readPair = (file: string, value: unknown, address: string): Recording => {
  const url = new URL(address)
  const requestBody = getPath(value, 'request', 'body')
  const responseBody = getPath(value, 'response', 'body')
  return {
    file,
    kind: 'pair',
    request: {
      from: '',
      method: String(getPath(value, 'request', 'method') ?? 'GET'),
      url,
      host: url.host,
      body: asText(requestBody),
    },
    status: Number(getPath(value, 'response', 'status') ?? getPath(value, 'response', 'statusCode') ?? 200),
    contentType: contentTypeOf(getPath(value, 'response', 'headers')),
    body: asText(responseBody),
  }
}

const asText = (body: unknown): string =>
  typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body)

const contentTypeOf = (headers: unknown): string => {
  const entry = Object.entries((headers ?? {}) as object).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const value: unknown = Array.isArray(entry) ? entry[0] : entry
  return typeof value === 'string' ? value : 'application/json; charset=UTF-8'
}

/** The JSON text of the player answer in a watch page, up to its closing brace; null if there is none. */
const initialPlayerResponse = (page: string): string | null => {
  const start = /ytInitialPlayerResponse\s*=\s*(?=\{)/.exec(page)
  if (start === null) return null
  const from = start.index + start[0].length
  let depth = 0
  let isString = false
  for (let index = from; index < page.length; index++) {
    const character = page[index]
    if (isString) {
      if (character === '\\') index++
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return page.slice(from, index + 1)
  }
  return null
}
