/** Beyond it some systems refuse a name. */
const longest = 80

/** A name that every system takes: what has a meaning in paths, or none at the ends of names, is left out. */
export function fileName(title: string, extension: string): string {
  const name = [...title.replace(/[\\/:*?"<>|%;]/g, ' ').replace(/\s+/g, ' ')].slice(0, longest).join('')
  return `${name.replace(/^[\s.]+|[\s.]+$/g, '') || 'summary'}.${extension}`
}

/** The header that names a download: for all readers in ASCII, and in full for those that know RFC 5987. */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*!]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain.replace(/["\\]/g, '_')}"; filename*=UTF-8''${full}`
}
