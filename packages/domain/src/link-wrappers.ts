import { safeDecode } from './parse-url.ts'
import { isHostOrSubdomain, lookUpHost } from './youtube-hosts.ts'

/**
 * Extracts the URL that another service has wrapped in its own, as written there; null if there is none. Mail filters, chats,
 * search engines and archives wrap links this way. Only known services are unwrapped: on any other site, a link inside a URL
 * does not mean that the page redirects to it.
 */
export const unwrapUrl = (url: URL): string | null => {
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '')
  return (
    fromYouTubeRedirect(url, host) ??
    fromTranslation(url, host) ??
    fromPath(url, host) ??
    (isCarrier(url, host) ? fromQuery(url) : null)
  )
}

/** YouTube's own redirects: `/attribution_link`, `/signin`, and the consent pages of YouTube and Google. */
const fromYouTubeRedirect = (url: URL, host: string): string | null => {
  const isYouTube = isHostOrSubdomain(host, 'youtube.com')
  const isGate = /^(?:consent|accounts)\./.test(host) && (isYouTube || isGoogle(host))
  if (!isGate && !(isYouTube && redirectPaths.test(url.pathname))) return null
  for (const name of ['continue', 'u', 'url', 'q', 'next', 'next_url', 'desktop_uri']) {
    const target = url.searchParams.get(name)?.trim()
    if (target) return isYouTube && /^\/(?!\/)/.test(target) ? `https://www.youtube.com${target}` : target
  }
  return null
}

const redirectPaths =
  /^\/(?:attribution_link|signin|redirect|oembed|verify_age|verify_controversy|supported_browsers|select_site|channel_switcher|create_channel|signin_prompt|index|das_captcha|login|logout)\/?$/

/** `www-youtube-com.translate.goog` is a translated page: dots became hyphens, and hyphens double hyphens. */
const fromTranslation = (url: URL, host: string): string | null => {
  if (!host.endsWith('.translate.goog')) return null
  const name = host.slice(0, -'.translate.goog'.length).replace(/--?/g, sign => (sign === '-' ? '.' : '-'))
  return `https://${name}${url.pathname}${url.search}`
}

/** Patterns for the paths of services; the first group is the wrapped URL. */
const pathRules = new Map([
  ['archive.org', /^\/web\/[^/]+\/(.+)/],
  ...['ph', 'is', 'today', 'md', 'li', 'vn', 'fo'].map(
    end => [`archive.${end}`, /^\/(?:\d+\/|newest\/|oldest\/)?(https?:.+)/i] as const,
  ),
  ['secure-web.cisco.com', /^\/[^/]+\/(https?.+)/i],
  ['search.yahoo.com', /\/RU=([^/]+)/],
  ['click.redditmail.com', /^\/CL\d\/([^/]+)/],
  ['checkpoint.com', /^\/v2\/(?:[^/]+\/)?___(.+?)___/],
  ['avanan.click', /^\/v2\/(?:[^/]+\/)?___(.+?)___/],
  ['cdn.ampproject.org', /^\/[a-z]\/(?:s\/)?(.+)/],
  ['b.hatena.ne.jp', /^\/entry\/(?:s\/)?(.+)/],
  ['r.jina.ai', /^\/(https?:.+)/i],
  ['12ft.io', /^\/(https?:.+)/i],
  ['farside.link', /^\/(https?:.+)/i],
])

const fromPath = (url: URL, host: string): string | null => {
  const text = url.pathname + url.search
  if (/^urldefense\.(?:com|us|proofpoint\.com)$/.test(host)) return proofpoint(url, text)
  if (host === 'farside.link') {
    const page = /^\/(?:invidious|piped|poketube|cloudtube)\/(.+)/.exec(text)?.[1]
    if (page !== undefined) return `https://www.youtube.com/${page}`
  }
  if (isGoogle(host) && url.pathname.startsWith('/amp/')) return text.replace(/^\/amp\/(?:s\/)?/, '')
  const wrapped = lookUpHost(host, pathRules)?.exec(text)?.[1]
  // Servers collapse two slashes in a path into one.
  return wrapped === undefined ? null : wrapped.replace(/^(https?):\/(?!\/)/i, '$1://')
}

/** Proofpoint has three encodings: plain; `-` for `%` and `_` for `/`; and `*` for removed characters. */
const proofpoint = (url: URL, text: string): string | null => {
  if (url.pathname.startsWith('/v1/')) return url.searchParams.get('u')
  if (url.pathname.startsWith('/v2/'))
    return safeDecode((url.searchParams.get('u') ?? '').replaceAll('-', '%').replaceAll('_', '/')) || null
  const parts = /^\/v3\/__(.+?)__(?:(?:;|%3B)([\w-]*)|$)/i.exec(text)
  if (parts?.[1] === undefined) return null
  const removed = [...(fromBase64(parts[2] ?? '') ?? '')]
  // `*` replaces one character, `**A` two, `**B` three.
  return parts[1].replace(/\*(?:\*([\w-]))?/g, (_, count?: string) =>
    removed.splice(0, count === undefined ? 1 : base64Digits.indexOf(count) + 2).join(''),
  )
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const isGoogle = (host: string): boolean =>
  /^(?:(?:m|news|images|plus|maps|mail|translate|consent|accounts)\.)?google\.(?:com?\.)?(?:[a-z]{2}|com|cat)$/.test(
    host,
  )

/** Services that pass the wrapped URL in a query parameter, some of them only on certain paths. */
const carriers = new Map<string, string[]>()
for (const entry of `
  safelinks.protection.outlook.com safelinks.protection.office365.us safelinks.protection.partner.outlook.cn
  statics.teams.cdn.office.net/evergreen-assets/safelinks teams.cdn.office.net outlook.live.com/owa/redir
  outlook.office.com/owa/redir outlook.office365.com/owa/redir linkprotect.cudasvc.com clicktime.symantec.com
  clicktime.cloud.postoffice.net protection.sophos.com trendmicro.com/wis/clicktime fireeye.com scanmail.trustwave.com
  link.edgepilot.com link.zixcentral.com fortimailcloud.com/fmlurlsvc
  l.facebook.com lm.facebook.com facebook.com/l.php facebook.com/flx/warn facebook.com/sharer facebook.com/share.php
  facebook.com/dialog/share l.instagram.com l.messenger.com l.threads.net l.threads.com l.wl.co l.workplace.com
  threads.net/intent threads.com/intent
  duckduckgo.com/l/ bing.com/ck bing.com/alink yandex.ru/redir yandex.com/redir sba.yandex.net
  doubleclick.net/pcs doubleclick.net/aclk googleadservices.com/pagead webcache.googleusercontent.com/search
  slack-redir.net/link slack.com/link out.reddit.com reddit.com/submit steamcommunity.com/linkfilter
  vk.com/away vk.com/share vkontakte.ru/away ok.ru/dk connect.ok.ru t.umblr.com/redirect tumblr.com/widgets/share href.li
  anonym.to anonym.es nullrefer.com pinterest.com/offsite pinterest.com/pin/create linkedin.com/redir linkedin.com/safety/go
  linkedin.com/sharing linkedin.com/shareArticle t.me/iv t.me/share telegram.me/share api.whatsapp.com/send wa.me
  web.whatsapp.com/send twitter.com/intent twitter.com/share twitter.com/i/redirect x.com/intent x.com/share
  x.com/i/redirect bsky.app/intent go.bsky.app/redirect social-plugins.line.me/lineit line.me/R/msg weibo.cn/sinaurl
  weibo.com/share link.zhihu.com links.jianshu.com/go link.juejin.cn link.csdn.net douban.com/link2 gitee.com/link
  c.pc.qq.com docs.qq.com/scenario/link link.naver.com/bridge disq.us deviantart.com/users/outgoing curseforge.com/linkout
  getpocket.com/redirect getpocket.com/save medium.com/r quora.com/_/redirect tiktok.com/link exit.sc gate.sc
  go.skimresources.com go.redirectingat.com redirect.viglink.com news.ycombinator.com/submitlink cdn.embedly.com/widgets
  cdn.iframe.ly noembed.com iframely.com tubo.media/stream 12ft.io/proxy archive.ph/submit archive.org/wayback downsub.com
`
  .trim()
  .split(/\s+/)) {
  const [host = '', ...path] = entry.split('/')
  carriers.set(host, [...(carriers.get(host) ?? []), `/${path.join('/')}`])
}

const isCarrier = (url: URL, host: string): boolean =>
  isGoogle(host)
    ? /^\/(?:url|imgres|interstitial|translate|aclk|sorry\/index)\b/.test(url.pathname)
    : (lookUpHost(host, carriers)?.some(path => url.pathname.startsWith(path)) ?? false)

/** The first query parameter that is a URL, or the complete query if it is a URL, or else the first URL inside a parameter. */
const fromQuery = (url: URL): string | null => {
  const values = [...url.searchParams.values(), safeDecode(url.search.slice(1))].map(value => value.trim())
  for (const value of values) {
    if (addressStart.test(value)) return value
    if (/^(?:a1)?aHR0c[\w+/=-]+$/.test(value)) return fromBase64(value.replace(/^a1/, ''))
  }
  return values.map(value => /https?:\/\/[^\s<>"]+/i.exec(value)?.[0]).find(found => found !== undefined) ?? null
}

const addressStart = /^(?:https?(?::|%(?:25)*3A)|\/\/|(?:(?:www|m|music)\.)?(?:youtube\.com|youtu\.be)\/)/i

/** Decodes base64 as UTF-8; null if invalid. */
const fromBase64 = (text: string): string | null => {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
    return new TextDecoder().decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)))
  } catch {
    return null
  }
}
