/**
 * Cuts captions at the length of a video, since a caption file may come from another, longer video. The format (json3, srv1, srv3,
 * WebVTT, SubRip) stays the same.
 */
export const cutCaptions = (body: Uint8Array, lengthMs: number): Uint8Array => {
  const text = Buffer.from(body).toString('utf8')
  const start = text.trimStart()
  if (start.startsWith('{')) return Buffer.from(cutJson3(text, lengthMs))
  if (start.startsWith('<')) return Buffer.from(cutXml(text, lengthMs))
  return Buffer.from(cutCues(text, lengthMs))
}

const cutJson3 = (text: string, lengthMs: number): string => {
  const track = JSON.parse(text) as { events?: { tStartMs?: number }[] }
  return JSON.stringify({ ...track, events: track.events?.filter(event => (event.tStartMs ?? 0) < lengthMs) })
}

/** srv1 has seconds in `start`, srv3 milliseconds in `t`. */
const cutXml = (text: string, lengthMs: number): string =>
  text.replace(/<(text|p)\b([^>]*)>[\s\S]*?<\/\1>\s*/g, (element, _name, attributes: string) => {
    const seconds = /\bstart="([\d.]+)"/.exec(attributes)?.[1]
    const milliseconds = /\bt="(\d+)"/.exec(attributes)?.[1]
    const startMs = seconds === undefined ? Number(milliseconds ?? 0) : Number(seconds) * 1000
    return startMs < lengthMs ? element : ''
  })

const cutCues = (text: string, lengthMs: number): string =>
  text
    .split(/(?<=\n)(?=[ \t]*\r?\n)/)
    .filter(block => {
      const stamp = /(?:(\d+):)?(\d\d):(\d\d)[.,](\d{3})[ \t]+-->/.exec(block)
      if (stamp === null) return true
      const [hours, minutes, seconds, milliseconds] = stamp.slice(1).map(part => Number(part ?? 0))
      return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + milliseconds! < lengthMs
    })
    .join('')

/** Start of the last cue in milliseconds; 0 for unknown formats. */
export const captionsEndMs = (body: Uint8Array): number => {
  const text = Buffer.from(body).toString('utf8')
  if (text.trimStart().startsWith('{')) return Math.max(0, ...numbers(text, /"tStartMs"\s*:\s*(\d+)/g))
  const seconds = numbers(text, /<text\b[^>]*\bstart="([\d.]+)"/g)
  if (seconds.length > 0) return seconds.at(-1)! * 1000
  const stamps = [...text.matchAll(/(?:(\d+):)?(\d\d):(\d\d)[.,]\d{3}[ \t]+-->/g)]
  const last = stamps.at(-1)
  return last === undefined ? 0 : (Number(last[1] ?? 0) * 3600 + Number(last[2]) * 60 + Number(last[3])) * 1000
}

const numbers = (text: string, pattern: RegExp): number[] => [...text.matchAll(pattern)].map(match => Number(match[1]))
