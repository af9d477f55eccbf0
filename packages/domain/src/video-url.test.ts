import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseVideoLink, parseVideoLinks, thumbnailSourceUrl, watchUrl } from './video-url.ts'

const ID = 'dQw4w9WgXcQ'

describe('video links', () => {
  test.each([
    ['the address bar', `https://www.youtube.com/watch?v=${ID}`],
    ['plain http', `http://www.youtube.com/watch?v=${ID}`],
    ['no scheme', `www.youtube.com/watch?v=${ID}`],
    ['no www', `youtube.com/watch?v=${ID}`],
    ['a missing scheme', `//www.youtube.com/watch?v=${ID}`],
    ['capitals from a phone keyboard', `HTTPS://WWW.YouTube.COM/Watch?V=${ID}`],
    ['the phone site', `https://m.youtube.com/watch?v=${ID}`],
    ['the music site', `https://music.youtube.com/watch?v=${ID}&si=abc`],
    ['the gaming site', `https://gaming.youtube.com/watch?v=${ID}`],
    ['the privacy host', `https://www.youtube-nocookie.com/embed/${ID}?rel=0`],
    ['the children’s host', `https://www.youtubekids.com/watch?v=${ID}`],
    ['inside a playlist', `https://www.youtube.com/watch?v=${ID}&list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI&index=3`],
    ['the id last', `https://www.youtube.com/watch?list=PL1&index=3&feature=share&v=${ID}`],
    ['the desktop switch', `https://m.youtube.com/watch?app=desktop&v=${ID}`],
    ['a slash before the query', `https://www.youtube.com/watch/?v=${ID}`],
    ['the id as path', `https://www.youtube.com/watch/${ID}`],
    ['a lost question mark', `https://www.youtube.com/watch&v=${ID}`],
    ['extra text after the id', `https://www.youtube.com/watch?v=${ID}?feature=share`],
    ['an HTML ampersand', `https://www.youtube.com/watch?list=PL1&amp;v=${ID}`],
    ['a short', `https://www.youtube.com/shorts/${ID}?feature=share`],
    ['a short on the phone', `https://youtube.com/shorts/${ID}`],
    ['an embed', `https://www.youtube.com/embed/${ID}?autoplay=1`],
    ['the old embed', `https://www.youtube.com/v/${ID}?version=3`],
    ['the older embeds', `https://www.youtube.com/vi/${ID}`],
    ['the oldest embed', `https://www.youtube.com/e/${ID}`],
    ['the API host', `https://youtube.googleapis.com/v/${ID}`],
    ['a stream', `https://www.youtube.com/live/${ID}?si=QwErTy`],
    ['the short host', `https://youtu.be/${ID}`],
    ['the short host, shared', `https://youtu.be/${ID}?si=Ab_Cd-Ef`],
    ['the short host with an ampersand', `https://youtu.be/${ID}&list=PL1`],
    ['the short host without scheme', `youtu.be/${ID}`],
    ['the short host with watch', `https://youtu.be/watch?v=${ID}`],
    ['a dot after the host', `https://www.youtube.com./watch?v=${ID}`],
    ['a studio page', `https://studio.youtube.com/video/${ID}/edit`],
    ['the first phone site', `https://m.youtube.com/#/watch?v=${ID}`],
    ['an attribution', `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`],
    [
      'a consent page',
      `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&gl=DE`,
    ],
    ['a sign-in page', `https://www.youtube.com/signin?next=%2Fwatch%3Fv%3D${ID}`],
    ['a search result', `https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&usg=x`],
    ['oEmbed', `https://www.youtube.com/oembed?url=https://www.youtube.com/watch?v=${ID}&format=json`],
    ['a thumbnail', `https://i.ytimg.com/vi/${ID}/hqdefault.jpg`],
    ['the phone’s own scheme', `vnd.youtube:${ID}`],
    ['the phone’s other scheme', `youtube://watch?v=${ID}`],
    ['an escaped URL', `https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`],
    ['a URL without its host', `/watch?feature=share&v=${ID}`],
    ['an id with a query string', `${ID}&feature=share`],
    ['a port', `https://www.youtube.com:443/watch?v=${ID}`],
    ['the code of an embed', `<iframe width="560" src="https://www.youtube.com/embed/${ID}?si=x" title="x"></iframe>`],
    [
      'a sentence of a share menu',
      `Check out this video: "A talk" https://youtube.com/watch?v=${ID}&si=a via @YouTube`,
    ],
    ['a bare id', ID],
    ['a bare id with a hyphen first', '-dQw4w9WgXc'],
    ['spaces and line breaks', `  \n https://youtu.be/${ID}\t\n`],
    ['quotes', `"https://youtu.be/${ID}"`],
    ['typographic quotes', `“https://youtu.be/${ID}”`],
    ['angle brackets', `<https://youtu.be/${ID}>`],
    ['Markdown', `[a talk](https://youtu.be/${ID}) to see`],
    ['a period', `https://youtu.be/${ID}.`],
    ['an attached exclamation mark', `https://www.youtube.com/watch?v=${ID}!`],
    ['a zero-width space', `\u200Bhttps://youtu.be/${ID}\u200B`],
    ['words from a share sheet', `Look: https://youtu.be/${ID}?si=a1B2c3D4 Sent from my phone`],
    ['words without a space', `Look:https://youtu.be/${ID}`],
    ['words without a space or scheme', `Look:youtu.be/${ID}`],
    ['a full-width colon', `看：https://youtu.be/${ID}，好`],
    ['other links before it', `https://example.com/ and https://youtu.be/${ID}`],
  ])('finds the video in pasted text (%s)', (_, text) => {
    const link = parseVideoLink(text)
    expect(link).toEqual({ kind: 'video', videoId: text.includes('-dQw4w9WgXc') ? '-dQw4w9WgXc' : ID })
  })

  test.each([
    ['t=90', 90_000],
    ['t=90s', 90_000],
    ['t=1m30s', 90_000],
    ['t=1h2m3s', 3_723_000],
    ['t=1:02:03', 3_723_000],
    ['start=15', 15_000],
    ['time_continue=7', 7_000],
    ['t=0', 0],
    ['t=soon', undefined],
    ['t=999999999', undefined],
  ])('reads the start time of a link with %s as %s ms', (query, startMs) => {
    expect(parseVideoLink(`https://youtu.be/${ID}?${query}`)).toEqual({ kind: 'video', videoId: ID, startMs })
    expect(parseVideoLink(`https://www.youtube.com/watch?v=${ID}#${query}`)).toEqual({
      kind: 'video',
      videoId: ID,
      startMs,
    })
  })
})

describe('text that is not a video', () => {
  test.each([
    ['', 'empty'],
    [' \n\t', 'empty'],
    ['how to bake bread', 'not_a_link'],
    ['experiments and more', 'not_a_link'],
    ['Information', 'not_a_link'],
    ['ftp', 'not_a_link'],
    ['https://', 'not_a_link'],
    ['https://vimeo.com/76979871', 'not_youtube'],
    ['vimeo.com/76979871', 'not_youtube'],
    [`https://youtube.com.example.org/watch?v=${ID}`, 'not_youtube'],
    [`https://notyoutube.com/watch?v=${ID}`, 'not_youtube'],
    [`https://youtube.com@example.org/watch?v=${ID}`, 'not_youtube'],
    [`https://example.org/?u=https://www.youtube.com/watch?v=${ID}`, 'not_youtube'],
    [`https://example.org/youtube.com/watch?v=${ID}`, 'not_youtube'],
    ['https://www.youtube.com/playlist?list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI', 'playlist'],
    ['https://www.youtube.com/watch?list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI', 'playlist'],
    ['https://www.youtube.com/embed/videoseries?list=PL1', 'playlist'],
    ['https://www.youtube.com/embed?listType=playlist&list=PL1', 'playlist'],
    ['https://music.youtube.com/playlist?list=OLAK5uy', 'playlist'],
    ['https://www.youtube.com/@NASA/live', 'channel'],
    ['https://www.youtube.com/@NASA', 'channel'],
    ['https://www.youtube.com/@NASA/videos', 'channel'],
    ['https://www.youtube.com/channel/UCLA_DiR1FfKNvjuUpBHmylQ', 'channel'],
    ['https://www.youtube.com/c/NASA', 'channel'],
    ['https://www.youtube.com/user/NASAtelevision', 'channel'],
    ['https://www.youtube.com/embed/live_stream?channel=UCLA_DiR1FfKNvjuUpBHmylQ', 'channel'],
    ['https://www.youtube.com/clip/UgkxU2HSeGL_NvmDJ-nQJrlLwllwMDBdGZFs', 'clip'],
    ['https://www.youtube.com/', 'no_video'],
    ['https://www.youtube.com/results?search_query=bread', 'no_video'],
    ['https://www.youtube.com/shorts/', 'no_video'],
    ['https://www.youtube.com/live/', 'no_video'],
    ['https://www.youtube.com/hashtag/cats', 'no_video'],
    ['https://www.youtube.com/post/UgkxABC', 'no_video'],
    ['https://youtu.be/', 'no_video'],
    ['https://www.youtube.com/watch', 'malformed_id'],
    ['https://www.youtube.com/watch?v=', 'malformed_id'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXc', 'malformed_id'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQQ', 'malformed_id'],
    ['https://youtu.be/dQw4w9Wg.cQ', 'malformed_id'],
    ['https://youtu.be/<script>', 'no_video'],
  ])('rejects %j as a video link: %s', (text, reason) => {
    expect(parseVideoLink(text)).toEqual({ kind: 'refused', reason })
  })

  it('reports the reason for the YouTube link if several links are pasted and none is a video', () => {
    const text = 'https://example.com and https://www.youtube.com/@NASA'
    expect(parseVideoLink(text)).toEqual({ kind: 'refused', reason: 'channel' })
  })
})

describe('several links pasted at once', () => {
  it('returns several pasted videos in order without duplicates, with start times and with reasons for other links', () => {
    const text = `1. https://youtu.be/${ID}?t=5\n2. https://www.youtube.com/shorts/M4gD1WSo5mA,https://youtu.be/${ID}
      https://youtu.be/rCAS2eD-mcwhttps://youtu.be/DJ8GQUNUXGM https://www.youtube.com/@NASA https://example.com`
    expect(parseVideoLinks(text)).toEqual({
      videos: [
        { videoId: ID, startMs: 5_000 },
        { videoId: 'M4gD1WSo5mA' },
        { videoId: 'rCAS2eD-mcw' },
        { videoId: 'DJ8GQUNUXGM' },
      ],
      refused: ['channel', 'not_youtube'],
    })
  })

  it('finds several pasted bare ids', () => {
    expect(
      parseVideoLinks(`${ID}, M4gD1WSo5mA\nhttps://youtu.be/rCAS2eD-mcw`).videos.map(video => video.videoId),
    ).toEqual([ID, 'M4gD1WSo5mA', 'rCAS2eD-mcw'])
  })

  it('does not mistake words of running text for ids', () => {
    expect(parseVideoLinks('information M4gD1WSo5mA is what he said').videos).toEqual([])
  })
})

describe('for any id', () => {
  const digit = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
  const anyId = fc
    .tuple(fc.string({ unit: digit, minLength: 10, maxLength: 10 }), fc.constantFrom(...'AEIMQUYcgkosw048'))
    .map(([head, last]) => head + last)
  const anyForm = fc.constantFrom<(id: string) => string>(
    id => `https://www.youtube.com/watch?v=${id}`,
    id => `youtube.com/watch?feature=share&v=${id}&list=PL1`,
    id => `https://youtu.be/${id}?si=x`,
    id => `https://m.youtube.com/shorts/${id}`,
    id => `https://www.youtube.com/live/${id}?t=10`,
    id => `https://www.youtube-nocookie.com/embed/${id}`,
    id => id,
  )
  const wrapping = fc.constantFrom(['', ''], [' ', '\n'], ['"', '"'], ['<', '>'], ['(', ')'])

  it('finds any id in every link format and with every wrapping', () => {
    fc.assert(
      fc.property(anyId, anyForm, wrapping, (id, form, [before, after]) => {
        fc.pre(id !== 'videoseries' && id !== 'live_stream')
        expect(parseVideoLink(`${before}${form(id)}${after}`)).toMatchObject({ kind: 'video', videoId: id })
      }),
    )
  })

  it('parses every URL that it creates, including the start time', () => {
    fc.assert(
      fc.property(anyId, fc.integer({ min: 1, max: 43_200 }), (id, second) => {
        const link = parseVideoLink(watchUrl(id, second * 1000 + 999))
        expect(link).toEqual({ kind: 'video', videoId: id, startMs: second * 1000 })
        expect(parseVideoLink(thumbnailSourceUrl(id))).toEqual({ kind: 'video', videoId: id })
      }),
    )
  })
})

describe('for any text', () => {
  it('returns a video with a well-formed id or a reason for any text', () => {
    const pieces = fc.constantFrom(
      'https://',
      'youtu.be/',
      'www.youtube.com',
      '/watch?v=',
      '%',
      '&',
      '#',
      ID,
      '@',
      '.',
      '\u0000',
    )
    const text = fc
      .array(fc.oneof(pieces, fc.string(), fc.string({ unit: 'grapheme' })), { maxLength: 12 })
      .map(a => a.join(''))
    fc.assert(
      fc.property(text, pasted => {
        const link = parseVideoLink(pasted)
        if (link.kind === 'video') expect(link.videoId).toMatch(/^[\w-]{11}$/)
        else expect(link.reason).toBeTruthy()
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['dots', '.'],
    ['repeated hosts', 'youtube.com'],
    ['repeated schemes', 'https://'],
    ['links', `https://youtu.be/${ID} `],
    ['percent signs', 'https://youtu.be/%'],
    ['labels', 'a.'],
    ['redirects', 'https://www.google.com/url?q='],
  ])('parses five million characters of %s quickly', (_, piece) => {
    const text = piece.repeat(Math.ceil(5_000_000 / piece.length))
    const startedAt = performance.now()
    parseVideoLink(text)
    parseVideoLinks(text)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
