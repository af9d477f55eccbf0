import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parseChannelLink } from './channel-url.ts'
import { parseVideoLink, parseVideoLinks } from './video-url.ts'

const ID = 'rCAS2eD-mcw'
const watch = `https://www.youtube.com/watch?v=${ID}`
const once = encodeURIComponent(watch)
const twice = encodeURIComponent(once)
const base64 = Buffer.from(watch).toString('base64url')
const proofpoint = 'https-3A__www.youtube.com_watch-3Fv-3DrCAS2eD-2Dmcw-26t-3D9'

describe('links to a video', () => {
  test.each([
    `vnd.youtube:${ID}?vndapp=youtube_mobile&vndclient=mv-google`,
    `vnd.youtube://watch?v=${ID}`,
    `VND.YouTube://www.youtube.com/watch?v=${ID}&feature=x`,
    `vnd.youtube.launch://m.youtube.com/watch?v=${ID}`,
    `youtube://${ID}`,
    `youtube://www.youtube.com/shorts/${ID}`,
    `intent://www.youtube.com/watch?v=${ID}#Intent;package=com.google.android.youtube;scheme=https;end`,
    `android-app://com.google.android.youtube/http/www.youtube.com/watch?v=${ID}`,
    `ios-app://544007664/vnd.youtube/www.youtube.com/watch?v=${ID}`,
    `plugin://plugin.video.youtube/play/?video_id=${ID}`,
    `freetube://${watch}`,
    `view-source:${watch}`,
    `chrome-extension://klbibkeccnjlkjkiokjodocebajanakg/suspended.html#ttl=A&uri=${watch}`,
    `ttps://youtu.be/${ID}`,
    `https:/www.youtube.com/watch?v=${ID}`,
    `https//youtu.be/${ID}`,
    `href=${watch}`,
  ])('finds the video in a link with an app’s scheme: %s', text => {
    expect(parseVideoLink(text)).toMatchObject({ kind: 'video', videoId: ID })
  })

  test.each([
    `https://www.youtube.com/w/${ID}?x=1`,
    `https://www.youtube.com/embed/watch?v=${ID}&rel=0`,
    `https://www.youtube.com/embed/?v=${ID}`,
    `https://www.youtube.com/embed/videoseries?v=${ID}&list=PL1`,
    `https://www.youtube.com/?v=${ID}`,
    `https://www.youtube.com/ytscreeningroom?v=${ID}`,
    `https://www.youtube.com/get_video_info?html5=1&video_id=${ID}`,
    `https://www.youtube.com/tv#/watch?v=${ID}`,
    `https://www.youtube.com/watch#!v=${ID}`,
    `https://m.youtube.com/#/watch?feature=x&v=${ID}`,
    `https://www.youtube.com/watch?v=&v=${ID}`,
    `https://www.youtube.com/watch?v=3D${ID}`,
    `https://www.youtube.com/watch?list=PL1&amp;amp;v=${ID}`,
    `https://www.youtube.com/watch?list=PL1\\u0026v=${ID}`,
    `"https:\\/\\/www.youtube.com\\/embed\\/${ID}"`,
    `https://www.youtube.com/watch%3Fv%3D${ID}`,
    `https://www.youtube.com/watch%253Fv%253D${ID}`,
    `https://www.youtube.com/watch?v%3D${ID}`,
    `https://www.youtube.com%2Fwatch%3Fv%3D${ID}`,
    `www.youtube.com%2Fwatch%3Fv%3D${ID}`,
    once,
    twice,
    encodeURIComponent(twice),
    `https://www.youtube.com.br/watch?v=${ID}`,
    `https://m.youtube.co.jp/watch?v=${ID}`,
    `youtube.fr/shorts/${ID}`,
    `https://y2u.be/${ID}`,
    `https://www.youtubeeducation.com/embed/${ID}`,
    `https://i9.ytimg.com/sb/${ID}/storyboard3_L1/M0.jpg`,
    `https://www-youtube-com.translate.goog/watch?v=${ID}&_x_tr_sl=en`,
  ])('finds the video in a YouTube URL: %s', text => {
    expect(parseVideoLink(text)).toMatchObject({ kind: 'video', videoId: ID })
  })

  test.each([
    `https://inv.nadeko.net/watch?v=${ID}&quality=dash`,
    `invidious.fdn.fr/embed/${ID}`,
    `https://yewtu.be/${ID}`,
    `https://redirect.invidious.io/watch?v=${ID}`,
    `https://invidious.example.org/api/v1/videos/${ID}?region=DE`,
    `https://iv.melmac.space/latest_version?id=${ID}&itag=22`,
    `https://piped.private.coffee/v/${ID}`,
    `https://pipedapi.kavin.rocks/streams/${ID}`,
    `http://invidious.g4c3eya4clenolymqbpgwz3q3tawoxw56yhzk4vugqrl6dtu3ejvhjid.onion/watch?v=${ID}`,
    `https://hyperpipe.surge.sh/watch?v=${ID}`,
    `https://farside.link/invidious/watch?v=${ID}`,
    `https://farside.link/${watch}`,
  ])('finds the video in a link to a YouTube mirror: %s', text => {
    expect(parseVideoLink(text)).toMatchObject({ kind: 'video', videoId: ID })
  })

  test.each([
    `https://eur01.safelinks.protection.outlook.com/?url=${once}&data=05%7C02%7Ca%40b.example%7C0&sdata=x%3D&reserved=0`,
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url=${once}&locale=en`,
    `https://urldefense.proofpoint.com/v1/url?u=${once}&k=x`,
    `https://urldefense.proofpoint.com/v2/url?u=${proofpoint}&d=DwMFaQ&c=x`,
    `https://urldefense.com/v3/__${watch}__;!!N11eV2iwtfs!x$`,
    `https://urldefense.com/v3/__https://m.youtube.com/*/watch?v=${ID}__;Iw!!N11eV2iwtfs!x$`,
    `https://urldefense.us/v3/__https://youtu.be/${ID}__;!!x!y`,
    `https://linkprotect.cudasvc.com/url?a=${once}&c=E,1,x&typo=1`,
    `https://secure-web.cisco.com/1Kx9-a/${once}`,
    `https://clicktime.symantec.com/15tst?h=x&u=${once}`,
    `https://eu-west-1.protection.sophos.com?d=youtube.com&u=${base64}&p=m`,
    `https://protect2.fireeye.com/v1/url?k=x&q=1&e=y&u=${once}`,
    `https://protect.checkpoint.com/v2/___${watch}___.YXAzOmE6bw`,
    `https://url.avanan.click/v2/r01/___${watch}___.YXAzOmE`,
    `https://scanmail.trustwave.com/?c=1&d=x&u=${once}`,
    `https://outlook.office.com/owa/redir.aspx?C=x&URL=${once}`,
  ])('finds the video in a link wrapped by a mail filter: %s', text => {
    expect(parseVideoLink(text)).toMatchObject({ kind: 'video', videoId: ID })
  })

  test.each([
    `https://lm.facebook.com/l.php?u=${once}%26fbclid%3Dx&h=AT0`,
    `https://m.facebook.com/sharer/sharer.php?u=${once}`,
    `https://l.instagram.com/?u=${once}&e=AT1`,
    `https://l.messenger.com/l.php?u=${once}`,
    `https://slack-redir.net/link?url=${once}&v=3`,
    `https://out.reddit.com/t3_1abc?url=${once}&token=x&app_name=web2x`,
    `https://click.redditmail.com/CL0/https:%2F%2Fwww.youtube.com%2Fwatch%3Fv=${ID}/1/0100/x=1`,
    `https://steamcommunity.com/linkfilter/?u=${once}`,
    `https://vk.com/away.php?to=${once}&cc_key=`,
    `https://t.umblr.com/redirect?z=${once}&t=x`,
    `https://twitter.com/intent/tweet?text=Look&url=${once}`,
    `https://x.com/intent/post?text=${encodeURIComponent(`Look ${watch} now`)}`,
    `https://go.bsky.app/redirect?u=${once}`,
    `https://t.me/share/url?url=${once}`,
    `https://wa.me/?text=${encodeURIComponent(`See ${watch}`)}`,
    `https://www.linkedin.com/redir/redirect?url=${once}`,
    `https://link.zhihu.com/?target=${once}`,
    `https://disq.us/url?url=${encodeURIComponent(`https://youtu.be/${ID}:9fQx`)}&cuid=1`,
    `https://href.li/?${watch}`,
  ])('finds the video in a link wrapped by a chat or social network: %s', text => {
    expect(parseVideoLink(text)).toMatchObject({ kind: 'video', videoId: ID })
  })

  test.each([
    `https://www.google.com.br/url?sa=t&url=${once}&usg=x`,
    `https://google.de/url?q=${watch}`,
    `https://www.google.com/amp/s/www.youtube.com/watch%3fv=${ID}`,
    `https://consent.google.de/ml?continue=${once}&gl=DE`,
    `https://accounts.google.com/ServiceLogin?service=youtube&continue=${encodeURIComponent(`https://www.youtube.com/signin?action_handle_signin=true&next=${encodeURIComponent(`/watch?v=${ID}`)}`)}`,
    `https://html.duckduckgo.com/l/?kh=-1&uddg=${once}`,
    `https://www.bing.com/ck/a?!&&p=x&u=a1${base64}&ntb=1`,
    `https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=${once}/RK=2/RS=x`,
    `https://webcache.googleusercontent.com/search?q=cache:x1y2:${watch}`,
    `https://web.archive.org/web/20200101000000if_/${watch}`,
    `https://web.archive.org/web/2019/youtube.com/watch?v=${ID}`,
    `https://archive.ph/newest/${watch}`,
    `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${ID}%26feature%3Dshare`,
    `https://www.youtube.com/oembed?format=json&url=${once}`,
    `https://consent.youtube.com/m?continue=${once}&gl=IT`,
    `https://www.youtube.com/verify_age?next_url=%2Fwatch%3Fv%3D${ID}`,
    `https://cdn.embedly.com/widgets/media.html?src=${encodeURIComponent(`https://www.youtube.com/embed/${ID}?feature=oembed`)}&type=text/html`,
    `l.facebook.com/l.php?u=${watch}`,
  ])('finds the video in a link of a search engine, archive or consent page: %s', text => {
    expect(parseVideoLink(text)).toMatchObject({ kind: 'video', videoId: ID })
  })

  it('finds the video in a link that is wrapped several times', () => {
    const wrap = [
      (inner: string) => `https://consent.youtube.com/m?continue=${encodeURIComponent(inner)}`,
      (inner: string) => `https://www.google.com/url?q=${encodeURIComponent(inner)}`,
      (inner: string) => `https://l.facebook.com/l.php?u=${encodeURIComponent(inner)}`,
      (inner: string) => `https://urldefense.com/v3/__${inner}__;!!x!y$`,
      (inner: string) => `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(inner)}&data=x`,
    ]
    const link = wrap.reduce((inner, wrapIn) => wrapIn(inner), `${watch}&t=90`)
    expect(parseVideoLink(link)).toEqual({ kind: 'video', videoId: ID, startMs: 90_000 })
  })

  it('finds all videos in a text with different kinds of links', () => {
    const text = `vnd.youtube:${ID}, https://yewtu.be/watch?v=M4gD1WSo5mA\nhttps://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2FDJ8GQUNUXGM https://example.org/`
    expect(parseVideoLinks(text)).toEqual({
      videos: [{ videoId: ID }, { videoId: 'M4gD1WSo5mA' }, { videoId: 'DJ8GQUNUXGM' }],
      refused: ['not_youtube'],
    })
  })
})

describe('links to other sites', () => {
  test.each([
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://www.youtube.com.evil.example/embed/${ID}`,
    `https://youtu.be.evil.example/${ID}`,
    `https://evil-youtube.com/watch?v=${ID}`,
    `https://youtubee.com/watch?v=${ID}`,
    `https://youtube.evil.example/watch?v=${ID}`,
    `https://youtube.cm/watch?v=${ID}`,
    `https://youtube.com.evil/watch?v=${ID}`,
    `https://invidious.youtube.com.evil.example/watch?v=${ID}`,
    `https://www.youtube.com:pw@evil.example/watch?v=${ID}`,
    `vnd.youtube://evil.example/watch?v=${ID}`,
    `https://example.org/?u=${watch}`,
    `https://example.org/?url=${once}`,
    `https://example.org/l.php?u=${once}`,
    `https://example.org/go?https://youtu.be/${ID}`,
    `https://example.org/#https://youtu.be/${ID}`,
    `https://example.org/a&https://youtu.be/${ID}`,
    `https://example.org/__https://youtu.be/${ID}__`,
    `https://example.org/youtube.com/watch?v=${ID}`,
    `example.org/youtube.com/watch?v=${ID}`,
    `example.org/?u=${watch}`,
    `www.example.org/?video=youtube.com/watch?v=${ID}`,
    `ftp://example.org/?u=${watch}`,
    `https://www.google.com/search?q=${once}`,
    `https://duckduckgo.com/?q=${once}`,
    `https://twitter.com/search?q=${once}`,
    `https://www.reddit.com/search?q=${once}`,
    `https://www.facebook.com/search/top?q=${once}`,
    `https://evil-l.facebook.com.example/l.php?u=${once}`,
    `https://www.google.com.evil.example/url?q=${once}`,
    `https://safelinks.protection.outlook.com.evil.example/?url=${once}`,
    `https://l.facebook.com/l.php?u=${encodeURIComponent(`https://evil.example/?u=${watch}`)}`,
    `https://www.youtube.com/redirect?q=https%3A%2F%2Fexample.org&v=${ID}`,
    'https://yewtu.be/preferences',
    'https://inv.example.org/orders/11',
    'https://bit.ly/3abcDEF',
  ])('finds no video in %s', text => {
    const link = parseVideoLink(text)
    expect(link.kind).toBe('refused')
  })
})

const cases = path.resolve(import.meta.dirname, '../../../../shared/cases')
const hasCases = existsSync(path.join(cases, '30-video-links'))
const skipNote = hasCases ? '' : ' (skipped: no cases)'

describe('recorded links', () => {
  it.skipIf(!hasCases).each([
    ['30-video-links', parseVideoLink],
    ['31-channel-links', parseChannelLink],
  ] as const)(`recorded links of %s are parsed as expected${skipNote}`, (folder, read) => {
    const lines = readFileSync(path.join(cases, folder, 'links.txt'), 'utf8').split('\n')
    const probes = lines.filter(line => !line.startsWith('#')).flatMap(line => /^(.*?)\s+=> (.+)$/.exec(line) ?? [])
    const pairs = probes.flatMap((line, at) => (at % 3 === 0 ? [[line, probes[at + 1]!, probes[at + 2]!]] : []))
    expect(pairs.length).toBeGreaterThan(10)
    expect(pairs.filter(([, text, expected]) => !JSON.stringify(read(text!)).includes(expected!))).toEqual([])
  })
})

describe('very long text', () => {
  test.each([
    ['nested mail filter links', `https://urldefense.com/v3/__`],
    ['Proofpoint separators', '__;a'],
    ['Proofpoint asterisks', `https://urldefense.com/v3/__${'*'.repeat(4_000)}__;!!a `],
    ['archive links', 'https://web.archive.org/web/1/'],
    ['Yahoo links', `https://r.search.yahoo.com/RU=`],
    ['escaped schemes', 'https%3A%2F%2F'],
    ['nested escapes', `${'%25'.repeat(2_000)}3A `],
    ['host labels', `${'invidious.'.repeat(300)} `],
    ['app schemes', 'vnd.youtube:'],
    ['parameters', `https://l.facebook.com/?${'a=b&'.repeat(1_000)} `],
    ['video parameters', `https://youtube.com/watch?${'v=b&'.repeat(1_000)} `],
    ['ampersands', '&amp;amp;'],
    ['underscores', '/_'],
    ['YouTube host names', 'youtube.'],
    ['path segments', `https://piped.video/${'en/'.repeat(1_000)} `],
  ])('parses five million characters of %s quickly', (_, piece) => {
    const text = piece.repeat(Math.ceil(5_000_000 / piece.length))
    const startedAt = process.cpuUsage()
    parseVideoLinks(text)
    parseChannelLink(text)
    expect(process.cpuUsage(startedAt).user).toBeLessThan(1_000_000)
  })
})
