import { describe, expect, it } from 'vitest'
import { getPath } from '../question.ts'
import { createTalkSource } from './source.ts'
import { createTalkLibrary } from './talk-library.ts'

const startedAt = new Date('2026-11-20T12:00:00Z')
const library = createTalkLibrary({ startedAt, clock: { now: () => startedAt } })
const source = createTalkSource(library)
const text = (answer: { body: string | Uint8Array } | undefined) => Buffer.from(answer?.body ?? '').toString('utf8')
const read = (answer: { body: string | Uint8Array } | undefined): unknown => JSON.parse(text(answer))
const player = (videoId: string) =>
  read(source.answer({ op: 'player', videoId, client: 'VISIONOS', isReel: false, visitor: '' }))
const captions = (format: string, videoId = 'Sli7FA6EbqI', kind = 'asr') =>
  text(source.answer({ op: 'timedtext', videoId, language: 'en', kind, format }))

interface Event {
  tStartMs: number
  aAppend?: number
  segs?: { utf8: string; tOffsetMs?: number }[]
}

describe('talks as a YouTube source', () => {
  it('returns a player answer for every state of a video', () => {
    for (const { id, state } of library.videos) {
      const status = getPath(player(id), 'playabilityStatus', 'status')
      const plays = ['public', 'live', 'captions_pending'].includes(state.kind)
      expect([id, status === 'OK']).toEqual([id, plays])
    }
  })

  it('returns the same words in every caption format, in chronological order', () => {
    const { events } = JSON.parse(captions('json3')) as { events: Event[] }
    const lines = events.filter(event => event.segs !== undefined && event.aAppend === undefined)
    const times = lines.flatMap(line => (line.segs ?? []).map(seg => line.tStartMs + (seg.tOffsetMs ?? 0)))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const spoken = lines.map(line => (line.segs ?? []).map(seg => seg.utf8).join('')).join(' ')
    expect(spoken.split(' ').length).toBeGreaterThan(1_000)
    const srv1 = [...captions('srv1').matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(match => match[1]).join(' ')
    const plain = srv1.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
    expect(plain).toBe(spoken)
    const cues = captions('vtt')
      .split('\n\n')
      .map(cue =>
        cue
          .split('\n')
          .slice(2)
          .join(' ')
          .replace(/<[^>]*>/g, ''),
      )
    expect(cues.join(' ')).toContain(spoken.slice(0, 30))
  })

  it('writes rolling WebVTT cues for automatic captions only', () => {
    const rolling = captions('vtt').match(/-->/g)!.length
    const { events } = JSON.parse(captions('json3')) as { events: Event[] }
    const lines = events.filter(event => event.segs !== undefined && event.aAppend === undefined).length
    expect(rolling).toBe(2 * lines)
    expect(captions('vtt', 'xxM5UYAr6qo', '')).not.toMatch(/<c>|align:start/)
  })

  it('finds talks by words, one page at a time', () => {
    const found = (answer: unknown) => JSON.stringify(answer).match(/"videoRenderer":\{"videoId":"[\w-]{11}"/g) ?? []
    const first = read(source.answer({ op: 'search', query: 'the', type: 'video' }))
    expect(found(first)).toHaveLength(10)
    const token = /"token":"([^"]+)"/.exec(JSON.stringify(first))?.[1] ?? ''
    const second = read(source.answer({ op: 'continuation', endpoint: 'search', token }))
    expect(found(second)).toHaveLength(10)
    expect(new Set([...found(first), ...found(second)]).size).toBe(20)
    expect(source.answer({ op: 'continuation', endpoint: 'search', token: 'none-of-ours' })).toBeUndefined()
  })

  it('hides private and deleted videos from channel, search and feed', () => {
    const hidden = library.videos.filter(({ state }) => state.kind === 'private' || state.kind === 'deleted')
    expect(hidden.length).toBeGreaterThan(1)
    const shown = library.channels.flatMap(({ id }) => [
      text(source.answer({ op: 'browse', browseId: id, params: '' })),
      text(source.answer({ op: 'feed', query: `channel_id=${id}` })),
    ])
    const results = hidden.map(({ title }) => text(source.answer({ op: 'search', query: title, type: '' })))
    for (const { id } of hidden) expect([...shown, ...results].join('')).not.toContain(id)
  })

  it('answers 404 for an unknown channel name and resolves a known one in any case', () => {
    const answer = source.answer({ op: 'resolve', address: 'https://www.youtube.com/@nobody' })
    expect(answer?.status).toBe(404)
    const known = source.answer({ op: 'resolve', address: 'https://www.youtube.com/@PLAINBENCH' })
    expect(text(known)).toContain('"browseId":"UCP073R0_x88lMRBc-i9Z1Qg"')
  })
})
