import { describe, expect, it } from 'vitest'
import { at } from '../question.ts'
import { openShelf } from './shelf.ts'
import { talkSource } from './source.ts'

const startedAt = new Date('2026-11-20T12:00:00Z')
const shelf = openShelf({ startedAt, clock: { now: () => startedAt } })
const source = talkSource(shelf)
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

describe('the talks as YouTube would serve them', () => {
  it('have a player answer in every state', () => {
    for (const { id, state } of shelf.videos) {
      const status = at(player(id), 'playabilityStatus', 'status')
      const plays = ['public', 'live', 'captions_pending'].includes(state.kind)
      expect([id, status === 'OK']).toEqual([id, plays])
    }
  })

  it('say the same words in every form of captions, in order of time', () => {
    const { events } = JSON.parse(captions('json3')) as { events: Event[] }
    const lines = events.filter(event => event.segs !== undefined && event.aAppend === undefined)
    const times = lines.flatMap(line => (line.segs ?? []).map(seg => line.tStartMs + (seg.tOffsetMs ?? 0)))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const said = lines.map(line => (line.segs ?? []).map(seg => seg.utf8).join('')).join(' ')
    expect(said.split(' ').length).toBeGreaterThan(1_000)
    const srv1 = [...captions('srv1').matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(match => match[1]).join(' ')
    const plain = srv1.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')
    expect(plain).toBe(said)
    const cues = captions('vtt')
      .split('\n\n')
      .map(cue =>
        cue
          .split('\n')
          .slice(2)
          .join(' ')
          .replace(/<[^>]*>/g, ''),
      )
    expect(cues.join(' ')).toContain(said.slice(0, 30))
  })

  it('roll two lines at a time in WebVTT where a recogniser wrote, and not where a person did', () => {
    const rolling = captions('vtt').match(/-->/g)!.length
    const { events } = JSON.parse(captions('json3')) as { events: Event[] }
    const lines = events.filter(event => event.segs !== undefined && event.aAppend === undefined).length
    expect(rolling).toBe(2 * lines)
    expect(captions('vtt', 'xxM5UYAr6qo', '')).not.toMatch(/<c>|align:start/)
  })

  it('are found by words, a page at a time', () => {
    const found = (answer: unknown) => JSON.stringify(answer).match(/"videoRenderer":\{"videoId":"[\w-]{11}"/g) ?? []
    const first = read(source.answer({ op: 'search', query: 'the', type: 'video' }))
    expect(found(first)).toHaveLength(10)
    const token = /"token":"([^"]+)"/.exec(JSON.stringify(first))?.[1] ?? ''
    const second = read(source.answer({ op: 'continuation', endpoint: 'search', token }))
    expect(found(second)).toHaveLength(10)
    expect(new Set([...found(first), ...found(second)]).size).toBe(20)
    expect(source.answer({ op: 'continuation', endpoint: 'search', token: 'none-of-ours' })).toBeUndefined()
  })

  it('hide private and deleted ones from channel, search and feed', () => {
    const hidden = shelf.videos.filter(({ state }) => state.kind === 'private' || state.kind === 'deleted')
    expect(hidden.length).toBeGreaterThan(1)
    const shown = shelf.channels.flatMap(({ id }) => [
      text(source.answer({ op: 'browse', browseId: id, params: '' })),
      text(source.answer({ op: 'feed', query: `channel_id=${id}` })),
    ])
    const results = hidden.map(({ title }) => text(source.answer({ op: 'search', query: title, type: '' })))
    for (const { id } of hidden) expect([...shown, ...results].join('')).not.toContain(id)
  })

  it('give a name that nobody has the answer of YouTube', () => {
    const answer = source.answer({ op: 'resolve', address: 'https://www.youtube.com/@nobody' })
    expect(answer?.status).toBe(404)
    const known = source.answer({ op: 'resolve', address: 'https://www.youtube.com/@PLAINBENCH' })
    expect(text(known)).toContain('"browseId":"UCP073R0_x88lMRBc-i9Z1Qg"')
  })
})
