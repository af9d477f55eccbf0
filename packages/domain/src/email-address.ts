import { parsedUrl } from './parsed-url.ts'

/** Letters of other scripts than English, which addresses may hold before and behind the @ (RFC 6531, IDNA). */
const OTHER = String.raw`\u00a1-\uffff`
/** Spaces, signs that nobody sees or that turn the reading direction, and wide forms of "." and "@". */
const HIDDEN = String.raw`\u00ad\u061c\u1680\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\ue000-\uf8ff\ufeff\uff0e\uff20\ufff0-\uffff`
const LABEL = String.raw`[A-Za-z0-9${OTHER}][A-Za-z0-9\-${OTHER}]*`

/** An email address in any script; its domain may be written in letters ("münchen.de") or as they are sent ("xn--mnchen-3ya.de"). */
export const emailPattern = new RegExp(
  String.raw`^(?!\.)(?!.*\.\.)(?!.*[${HIDDEN}])[A-Za-z0-9_'+\-.${OTHER}]*[A-Za-z0-9_+\-${OTHER}]@(?:${LABEL}\.)+(?:[A-Za-z${OTHER}]{2,}|[Xx][Nn]--[A-Za-z0-9\-]+)$`,
)

/** What makes an address the same, however it is written: composed or not, in capitals or not, its domain in letters or as it is sent. */
export function emailKey(email: string): string {
  const address = email.normalize('NFKC').toLowerCase()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + asSent(address.slice(at))
}

function asSent(domain: string): string {
  const isAscii = [...domain].every(letter => letter <= '\x7f')
  return isAscii ? domain : (parsedUrl(`http://${domain}`)?.hostname ?? domain)
}
