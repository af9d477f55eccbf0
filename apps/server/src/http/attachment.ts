import { fileName } from '@recaps/domain/file-name'

/** The header that names a download: for all readers in ASCII, and in full for those that know RFC 5987. */
export function attachment(name: string): string {
  const full = encodeURIComponent(name).replace(/['()*!]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  // [ASVS 5.4.1, 5.4.2]
  return `attachment; filename="${inAscii(name)}"; filename*=UTF-8''${full}`
}

/** Letters without their accents may make a path or a device of a name ("／", "ＣＯＮ"), so it is made safe again. */
function inAscii(name: string): string {
  const dot = name.lastIndexOf('.')
  const plain = name
    .slice(0, dot)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '_')
  return fileName(plain, name.slice(dot + 1))
}
