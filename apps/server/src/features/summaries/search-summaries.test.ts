import type { Client } from '@recaps/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { silentSpeech } from '../../../test/silent-speech.ts'
import { databases, useServer } from '../../../test/start-server.ts'
import { talks } from '../../../test/talks.ts'
import { readableSummary, refusal } from '../../../test/wait-for.ts'
import type { Db } from '../../database/open.ts'

interface Facts {
  title: string
  channel?: string
  headline?: string
  text?: string
}

/** Creates a summary with exactly these texts. */
async function createSummaryWith(
  { title, channel = '', headline = '', text = '' }: Facts,
  at: number,
  client: Client,
  db: Db,
) {
  const { id, content, videoInfo } = await readableSummary(client, talks[at]!)
  const sentence = { text, cites: [], support: 'verified' }
  const section = { title: '', startMs: 0, endMs: 0, sentences: [sentence] }
  const newContent = JSON.stringify({ ...content, headline, inThreePoints: [], sections: [section] })
  await db.updateTable('videos').set({ title, channel }).where('video_id', '=', videoInfo.videoId).execute()
  await db
    .updateTable('recaps')
    .set({ headline, content: newContent })
    .where('video_id', '=', videoInfo.videoId)
    .execute()
  return id
}

const library: Facts[] = [
  { title: 'How the Brünnel-Brücke was built', channel: 'Café Zürich', text: 'Seventeen bridges cross the river.' },
  { title: 'JavaScript vs TypeScript, 100% honest', channel: 'MrBeekeeper', text: 'It’s a well-known e-mail client.' },
  { title: 'Ольга Чехова и ёжики', channel: 'Театр', text: 'She was O’Neill’s favourite; D’Angelo disagreed.' },
  { title: '京都の静かな庭園を歩く', channel: '旅チャンネル', text: 'Gardening in Kyōto.' },
  { title: 'Wi-Fi 7 and GPT-4 in 10,000 homes', channel: 'Smørrebrød & Łódź', text: 'The GPU was warm.' },
  { title: '🔥 C++ or C#?', channel: 'Σωκράτης', text: 'Naïve façades of İzmir. We mention rye_bread and node.js.' },
]

/** Search texts, and the indexes of the library items they find. */
const searches: [string, number[]][] = [
  // Case and accents.
  ['brucke', [0]],
  ['BRÜCKE', [0]],
  ['bru\u0308cke', [0]],
  ['cafe zurich', [0]],
  ['kyoto', [3]],
  ['NAIVE facades', [5]],
  ['izmir', [5]],
  ['smorrebrod LODZ', [4]],
  ['чехова', [2]],
  ['ЕЖИКИ', [2]],
  ['σωκρατησ', [5]],
  ['ΣΩΚΡΆΤΗΣ', [5]],
  ['ＷＩＦＩ', [4]],
  // Apostrophes: straight, curly, missing, or a space instead.
  ["o'neill", [2]],
  ['O‘Neill’s', [2]],
  ['oneill', [2]],
  ['o neill', [2]],
  ["It's", [1]],
  ['its well', [1]],
  ['d`angelo', [2]],
  ['dangelo', [2]],
  // Words in any order, by prefix, in several fields.
  ['built bruck', [0]],
  ['seventeen zurich', [0]],
  ['river cafe brunnel', [0]],
  ['seventeen kyoto', []],
  ['rucke', []],
  ['how  the\tBrü', [0]],
  // Compounds and hyphens.
  ['brunnel brucke', [0]],
  ['brunnelbrucke', [0]],
  ['brunnel‐brücke', [0]],
  ['wifi', [4]],
  ['wi fi', [4]],
  ['Wi-Fi', [4]],
  ['gpt4', [4]],
  ['gpt 4', [4]],
  ['10000', [4]],
  ['email', [1]],
  ['e mail', [1]],
  ['well known', [1]],
  ['wellknown', [1]],
  ['java script', [1]],
  ['beekeeper', [1]],
  ['rye-bread', [5]],
  ['ryebread', [5]],
  ['nodejs', [5]],
  ['c++', [5]],
  ['c#', [5]],
  // English word forms.
  ['bridge', [0]],
  ['bridging', [0]],
  ['gardens', [3]],
  ['favourites', [2]],
  // Scripts without spaces.
  ['京都', [3]],
  ['庭園', [3]],
  ['静', [3]],
  ['旅 歩く', [3]],
  ['都庭', []],
  // Symbols only: found literally.
  ['%', [1]],
  ['🔥', [5]],
  ['?', [5]],
  ['\\', []],
  // No match, and hostile input.
  ['nothing like it', []],
  ["'); drop table videos; --", []],
  ['x'.repeat(200), []],
  ["brucke & | ! <-> :* ' \\ ( )", [0]],
  ['   ', [0, 1, 2, 3, 4, 5]],
]

for (const { kind, name, isAvailable } of databases) {
  describe.skipIf(!isAvailable)(`summary search, ${name}`, async () => {
    const test = isAvailable ? await useServer({ database: kind, ports: { speech: silentSpeech } }) : undefined!
    const database = () => test.server.services.database.db
    const found = async (client: Client, q: string, more: object = {}) =>
      (await client.summaries.list({ query: { q, ...more } })).data.map(({ id }) => id)

    it('finds words regardless of case, accents, apostrophes, order and form', async () => {
      const { client } = await test.newUser()
      const ids: number[] = []
      for (const [at, facts] of library.entries()) ids.push(await createSummaryWith(facts, at, client, database()))
      for (const [q, expected] of searches) {
        const at = (await found(client, q)).map(id => ids.indexOf(id))
        expect([q, at.toSorted((a, b) => a - b)]).toEqual([q, expected])
      }
      expect(await found(client, 'bridge', { state: 'unread', origin: 'request' })).toEqual([ids[0]])
      expect(await found(client, 'bridge', { origin: 'upload' })).toEqual([])
      expect((await refusal(found(client, 'x'.repeat(201)))).status).toBe(400)
      expect(await found((await test.newUser()).client, 'bridge')).toEqual([])
    })

    it('finds a video by its link or id', async () => {
      const { client } = await test.newUser()
      const [first, second] = [talks[6]!, talks[7]!]
      const id = await createSummaryWith({ title: 'A talk of programmers' }, 6, client, database())
      const other = await createSummaryWith({ title: 'Another talk' }, 7, client, database())
      for (const q of [
        first,
        `https://www.youtube.com/watch?v=${first}&t=42s`,
        `https://youtu.be/${first}?si=abc`,
        `youtube.com/shorts/${first}`,
        `  https://m.youtube.com/watch?v=${first}  `,
        `${first} talk`,
        `talk https://youtu.be/${first}`,
      ])
        expect([q, await found(client, q)]).toEqual([q, [id]])
      expect(await found(client, `https://youtu.be/${first} https://youtu.be/${second}`)).toEqual([other, id])
      expect(await found(client, `${first} harbour`)).toEqual([])
      expect(await found(client, `https://youtu.be/${talks[8]}`)).toEqual([])
      // This word looks like a video id.
      expect(await found(client, 'programmers')).toEqual([id])
    })

    it('ranks titles over channels over headlines over texts, and newer summaries first among equals', async () => {
      const { client } = await test.newUser()
      const summaries: Facts[] = [
        { title: 'Lighthouses' },
        { title: 'The keeper', channel: 'Lighthouse TV' },
        { title: 'A night', headline: 'In the lighthouse' },
        { title: 'An island', text: 'There was a light-house.' },
        { title: 'My lighthouse', text: 'Lighthouse, lighthouse, lighthouse.' },
        { title: 'A storm', text: 'The lighthouse stood.' },
      ]
      const ids: number[] = []
      for (const [at, facts] of summaries.entries())
        ids.push(await createSummaryWith(facts, at + 8, client, database()))
      const ranked = [4, 0, 1, 2, 5, 3].map(at => ids[at]!)
      expect(await found(client, 'lighthouse')).toEqual(ranked)
      expect(await found(client, 'lighthouse', { order: 'newest' })).toEqual(ids.toReversed())
      expect(await found(client, 'lighthouse', { order: 'oldest' })).toEqual(ids)
      // Both words in the title rank before one in the title and one in the channel.
      expect((await found(client, 'the lighthouse'))[0]).toBe(ids[1])

      for (const limit of [1, 2, 4, 5]) {
        const paged: number[] = []
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await client.summaries.list({ query: { q: 'lighthouse', limit, cursor } })
          paged.push(...page.data.map(({ id }) => id))
          cursor = page.nextCursor
        }
        expect([limit, paged]).toEqual([limit, ranked])
      }
      // The last summary of a page is deleted before the next page is requested.
      const page = await client.summaries.list({ query: { q: 'lighthouse', limit: 3 } })
      await client.summaries.delete({ params: { id: page.data[2]!.id } })
      const next = await client.summaries.list({ query: { q: 'lighthouse', limit: 3, cursor: page.nextCursor } })
      expect(next.data.map(({ id }) => id)).toEqual(ranked.slice(3))
      for (const cursor of ['1', 'x', '9.', '.9', '1.2.3', '99999.1', '1.-2'])
        expect([cursor, (await refusal(found(client, 'lighthouse', { cursor }))).status]).toEqual([cursor, 400])
    })

    it('does not search the text of a cancelled summary even if other users have it', async () => {
      const [owner, other] = [await test.newUser(), await test.newUser()]
      const facts = { title: 'Harbours', channel: 'Coast', headline: 'Secret headline', text: 'A hidden sentence.' }
      const id = await createSummaryWith(facts, 6, owner.client, database())
      const { id: cancelled } = await readableSummary(other.client, talks[6]!)
      await database().updateTable('summaries').set({ cancelled_at: new Date() }).where('id', '=', cancelled).execute()
      for (const q of ['hidden', 'secret', 'harbour hidden', 'coast headline', 'headline']) {
        expect([q, await found(owner.client, q)]).toEqual([q, [id]])
        expect([q, await found(other.client, q)]).toEqual([q, []])
      }
      expect(await found(other.client, 'coast harbour')).toEqual([cancelled])
      expect(await found(other.client, talks[6]!)).toEqual([cancelled])
    })

    it('finds summaries created before search existed once they are indexed', async () => {
      const { client } = await test.newUser()
      const id = await createSummaryWith({ title: 'Old things', text: 'Kept in the attic.' }, 7, client, database())
      const services = test.server.services
      await sql`delete from search_documents`.execute(database())
      expect(await found(client, 'attic')).toEqual([])
      await sql`insert into search_backlog select id from recaps`.execute(database())
      await Promise.all([1, 2].map(() => services.summaries.indexForSearch(new AbortController().signal)))
      expect(await found(client, 'attic')).toEqual([id])
      expect(await database().selectFrom('search_backlog').selectAll().execute()).toEqual([])
    })

    it('accepts any search text of up to 200 characters', async () => {
      const { client } = await test.newUser()
      const id = await createSummaryWith({ title: 'Àny title' }, 9, client, database())
      for (const q of [
        'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(3),
        'a-'.repeat(100),
        'ﷺ'.repeat(200),
        '新京'.repeat(100),
        "''''''''",
        "' | 'x':* & !",
        '\\\\\\u0000',
        '\u{1F600}\u{2A6D6}',
      ])
        expect([q, Array.isArray(await found(client, q.slice(0, 200)))]).toEqual([q, true])
      expect(await found(client, '~any~title~')).toEqual([id])
      expect((await refusal(found(client, 'a\0b'))).status).toBe(400)
    })

    it('indexes titles and texts of any length and script without failing', async () => {
      const { client } = await test.newUser()
      for (const text of [
        '新'.repeat(50_000),
        "a-'".repeat(30_000),
        'ﷺ'.repeat(20_000),
        '\u{1F600}\u{2A6D6}~'.repeat(9_000),
      ]) {
        const id = await createSummaryWith(
          { title: text, channel: text, headline: text, text: `${text} x` },
          8,
          client,
          database(),
        )
        expect(await found(client, talks[8]!)).toEqual([id])
      }
    })
  })
}
