import { parseUrl } from './parse-url.ts'

/** Non-ASCII letters, which are allowed before and after the @ (RFC 6531, IDNA). */
const OTHER = String.raw`\u00a1-\uffff`
/** Spaces, invisible characters, characters that change the reading direction, and full-width "." and "@". */
const HIDDEN = String.raw`\u00ad\u061c\u1680\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\ue000-\uf8ff\ufeff\uff0e\uff20\ufff0-\uffff`
const LABEL = String.raw`[A-Za-z0-9${OTHER}][A-Za-z0-9\-${OTHER}]*`

/** An email address in any script. Its domain may be in Unicode ("münchen.de") or Punycode ("xn--mnchen-3ya.de"). */
export const emailPattern = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)(?!.*[${HIDDEN}])[A-Za-z0-9_'+\-.${OTHER}]*[A-Za-z0-9_+\-${OTHER}]@(?:${LABEL}\.)+(?:[A-Za-z${OTHER}]{2,}|[Xx][Nn]--[A-Za-z0-9\-]+)$`,
)

/** Normalizes an address for comparison: Unicode composition, case, and the domain to Punycode. */
export function emailKey(email: string): string {
  const address = email.normalize('NFKC').toLowerCase()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + toAsciiDomain(address.slice(at))
}

function toAsciiDomain(domain: string): string {
  const isAscii = [...domain].every(character => character <= '\x7f')
  return isAscii ? domain : (parseUrl(`http://${domain}`)?.hostname ?? domain)
}
