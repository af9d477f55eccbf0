import type { Reader } from './context.ts'

/** Reads web and mail addresses the way people do: no "https", no path, "dot" and "at". The parts in between go through `readPart`. */
export function webNameReader(readPart: (part: string) => string): Reader {
  const dotted = (name: string) =>
    name
      .split('.')
      .filter(part => part !== '')
      .map(readPart)
      .join(' dot ')
  return core => {
    const mail = /^(?:mailto:)?([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)$/i.exec(core)
    if (mail) return `${dotted(mail[1]!)} at ${dotted(mail[2]!)}`
    const address =
      /^[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@]*@)?(?:www\.)?([^\s/:?#]+)/i.exec(core) ?? /^www\.([^\s/:?#]+)/i.exec(core)
    if (address) return dotted(address[1]!)
    const bare =
      /^((?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|io|ai|co|uk|de|fr|eu|tv|me|app|dev|info))(?:[/?#:]\S*)?$/i.exec(core)
    if (bare) return dotted(bare[1]!.replace(/^www\./i, ''))
    const file = /^([\w-]+)\.(js|ts|py|txt|pdf|csv|json|html|exe|zip|mp3|mp4|jpg|png|rs|md)$/i.exec(core)
    if (file) return `${readPart(file[1]!)} dot ${readPart(file[2]!.toUpperCase())}`
    const handle = /^@([\w.-]+)$/.exec(core)
    if (handle) return `at ${readPart(handle[1]!)}`
    const tag = /^#(\p{L}[\w\p{L}]*)$/u.exec(core)
    if (tag) return `hashtag ${readPart(tag[1]!)}`
    return null
  }
}
