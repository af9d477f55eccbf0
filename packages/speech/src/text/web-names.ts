import topLevelDomains from 'tlds' with { type: 'json' }
import { spell } from './acronyms.ts'
import { readCompound } from './compounds.ts'
import type { Context, Reader } from './context.ts'
import { toAscii } from './transliterate.ts'

const MAIL = /^(?:mailto:)?([\p{L}\p{M}\p{N}_.+-]+)@([\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+)$/iu
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@]*@)?(?:www\.)?|www\.)([^\s/:?#]+)/i
/** A bare "https://". */
const SCHEME = /^([a-z]{2,8}):\/\/$/i
const BARE_ADDRESS = /^(?:www\.)?((?:[\p{L}\p{M}\p{N}-]+\.)+([\p{L}\p{M}\d-]{2,}))(?::\d{2,5})?(?:[/?#]\S*)?$/u
const FILE = new RegExp(
  `^([\\w-]+)\\.(${[
    'js|ts|jsx|tsx|py|txt|pdf|csv|json|html|css|exe|mp3|mp4|jpg|jpeg|png|svg|gif|wav|rs|md|c|h|cpp|sh|rb|php|sql|xml|yml',
    'docx|xlsx|pptx|cfg|ini|zip|nix|toml|yaml|lock|log|lua|java|go|conf',
  ].join('|')})$`,
  'i',
)
/** "D.C." and "W.H." are not file names. */
const INITIALS = /^\p{Lu}\.\p{Lu}$/u
/** File name extensions that are pronounced as words. */
const PRONOUNCED_EXTENSION = /^(zip|nix|toml|yaml|lock|log|lua|java|go|conf)$/i
const TOP_LEVEL_DOMAINS = new Set(topLevelDomains)
/** Two-letter domains are spelled ("dot u k"), except these, which are pronounced as words. */
const PRONOUNCED_COUNTRIES = new Set(['co', 'me', 'be', 'to', 'so', 'is', 'in'])

/** Reads web and mail addresses, file names, handles and hashtags the way people do: no "https", no path, "dot" and "at". */
export const readWebName: Reader = (core, context) => {
  const mail = MAIL.exec(core)
  if (mail) return `${readDotted(mail[1]!, context)} at ${readDotted(mail[2]!, context)}`
  const scheme = SCHEME.exec(core)
  // A text of only "https://" is what remains of a truncated link: nothing to read.
  if (scheme) return context.at(-1).word < 0 && context.at(1).word < 0 ? '' : spell(scheme[1]!)
  const address = ADDRESS.exec(core)?.[1] ?? bareAddress(core)
  if (address) return readDotted(address, context)
  const file = INITIALS.test(core) ? null : FILE.exec(core)
  if (file) {
    const ending = file[2]!
    const spoken = PRONOUNCED_EXTENSION.test(ending)
      ? ending.toLowerCase()
      : readCompound(ending.toUpperCase(), context)
    return `${readCompound(file[1]!, context)} dot ${spoken}`
  }
  const handle = /^@([\w.-]+)$/.exec(core)
  if (handle) return `at ${readCompound(handle[1]!, context)}`
  const tag = /^#(\p{L}[\w\p{L}]*)$/u.exec(core)
  return tag && `hashtag ${readCompound(tag[1]!, context)}`
}

/** The host of "example.shop/a", if its top-level domain exists. Null for two sentences without a space between them ("end.Now"). */
function bareAddress(core: string): string | null {
  const [, host, ending] = BARE_ADDRESS.exec(core) ?? []
  if (host === undefined || ending === undefined || !TOP_LEVEL_DOMAINS.has(ending.toLowerCase())) return null
  const isSentenceEnd = /\p{Ll}\.\p{Lu}\p{Ll}+$/u.test(host)
  const isNumber = /^[\d.]+$/.test(host.slice(0, -ending.length)) && !/^(com|net|org|io|ai)$/.test(ending)
  return isSentenceEnd || isNumber ? null : host
}

function readDotted(name: string, context: Context): string {
  const parts = name.split('.').filter(part => part !== '')
  return parts.map((part, index) => readLabel(part, index > 0 && index === parts.length - 1, context)).join(' dot ')
}

/** "uk" and "bbc" are spelled, "co" and "openai" are pronounced. */
function readLabel(label: string, isEnding: boolean, context: Context): string {
  const isCountry = isEnding && /^[a-z]{2}$/i.test(label) && !PRONOUNCED_COUNTRIES.has(label.toLowerCase())
  const plain = toAscii(label)
  const isAcronym = /^(?:[bcdfghjklmnpqrstvwxz]{2,5}|xyz)$/.test(plain)
  return isCountry || isAcronym ? spell(plain) : readCompound(label, context)
}
