/**
 * `site`: YouTube's own pages. `short`: youtu.be. `image`: thumbnail hosts. `mirror`: another site that shows YouTube videos
 * and channels under the same paths (Invidious, Piped) or ids (Social Blade).
 */
export type YouTubeHost = 'site' | 'short' | 'image' | 'mirror'

export const classifyYouTubeHost = (hostname: string): YouTubeHost | null => {
  const host = hostname.replace(/\.$/, '')
  if (host === 'img.youtube.com') return 'image'
  // A host with YouTube's name that does not belong to YouTube is not treated as a mirror.
  return lookUpHost(host, knownHosts) ?? (mirrorName.test(host) && !host.includes('youtu') ? 'mirror' : null)
}

/** Looks up a host or its closest parent domain in a table. */
export const lookUpHost = <Value>(host: string, table: ReadonlyMap<string, Value>): Value | undefined => {
  for (let name = host.slice(-MAX_HOST_CHARS); name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const value = table.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

const MAX_HOST_CHARS = 253

/** Index at which a YouTube host starts in text without a scheme (in `Look:m.youtube.com/watch` at `m`), or -1. */
export const findYouTubeHost = (text: string): number => {
  const lower = text.toLowerCase()
  const matches = hostsInText.map(name => lower.indexOf(name)).filter(at => at >= 0)
  let at = matches.length === 0 ? -1 : Math.min(...matches)
  while (at > 0 && /[a-z0-9.-]/.test(lower[at - 1] ?? '')) at--
  return at
}

export const isHostOrSubdomain = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`)

/** Whether a bare name after the host is a channel name. Not true for `support.youtube.com/answer`. */
export const hasChannelNames = (hostname: string): boolean => {
  const host = hostname.replace(/\.$/, '').replace(/^(?:www|m|gaming|[a-z]{2})\./, '')
  return host === 'youtube.com' || nationalHosts.has(host)
}

const hostsInText = ['youtube.', 'youtu.be', 'youtube-nocookie.com', 'youtubekids.com', 'youtubeeducation.com']

/** Endings of YouTube's own domains besides youtube.com. Other domains of this form may belong to anyone. */
const nationalEndings = {
  '': `ae al am at az ba be bg bh bo by ca cat ch cl co cr cz de dk ee es fi fr ge gr gt hk hr hu ie in iq is it jo jp kr
    kz la lk lt lu lv ly ma md me mk mn mx my ng ni nl no pa pe ph pk pl pr pt qa ro rs ru sa se sg si sk sn soy sv tn tv
    ua ug uy vn`,
  'co.': 'ae at cr hu id il in jp ke kr ma nz th tz ug uk ve za zw',
  'com.': `ar au az bd bh bo br by co do ec ee eg es gh gr gt hk hn hr jm jo kw lb lv ly mk mt mx my ng ni om pa pe ph pk
    pt py qa ro sa sg sv tn tr tw ua uy ve`,
}

const nationalHosts = new Set(
  Object.entries(nationalEndings).flatMap(([level, endings]) =>
    endings.split(/\s+/).map(ending => `youtube.${level}${ending}`),
  ),
)

/** Mirrors that cannot be recognized by their name. */
const mirrors = `yewtu.be invidiou.sh invidiou.site ytprivate.com y.com.sb il.ax hooktube.com poketube.fun viewtube.io
  vid.puffyan.us vid.priv.au vid.mint.lgbt vid.wxzm.sx yt.artemislena.eu yt.funami.tech yt.oelrichsgarcia.de yt.elukerio.org
  yt.lelux.fi yt.maisputain.ovh yt.cyberhost.uk yt.cdaut.de yt.drgnz.club yt.floss.media yt.jae.fi ytb.trom.tf
  watch.thekitty.zone watch.nettohikari.com watch.whatever.social watch.whatevertinfoil.de watch.leptons.xyz pd.vern.cc
  tube.poal.co tube.connect.cafe tube.cadence.moe tube.boritsch.de tube.kuylar.dev hp.ggtyler.dev hp.ngn.tf
  music.adminforge.de listen.whatever.social beatbump.io preservetube.com holodex.net filmot.com socialblade.com
  noxinfluencer.com playboard.co vidiq.com rsshub.app materialio.us`.split(/\s+/)

/** Hosts of these programs are usually named after them: `invidious.fdn.fr`, `piped-libre.kavin.rocks`, `inv.vern.cc`. */
const mirrorName =
  /^(?:inv|iv)\.|(?:^|[.-])(?:invidious|invidio|piped(?:api|proxy)?|hyperpipe|materialious|poketube|viewtube|cloudtube)[.-]/

const knownHosts = new Map<string, YouTubeHost>([
  ...mirrors.map((name): [string, YouTubeHost] => [name, 'mirror']),
  ...[...nationalHosts].map((name): [string, YouTubeHost] => [name, 'site']),
  ['youtube.com', 'site'],
  ['youtube-nocookie.com', 'site'],
  ['youtubekids.com', 'site'],
  ['youtubeeducation.com', 'site'],
  ['youtubegaming.com', 'site'],
  ['youtube.googleapis.com', 'site'],
  ['youtu.be', 'short'],
  ['y2u.be', 'short'],
  ['ytimg.com', 'image'],
])
