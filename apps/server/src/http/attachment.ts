import { fileName } from '@recaps/domain/file-name'

/** A `Content-Disposition` header with the file name in ASCII and, for clients that support RFC 5987, in full. */
export function attachmentHeader(name: string): string {
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  // [ASVS 5.4.1, 5.4.2]
  return `attachment; filename="${inAscii(name)}"; filename*=UTF-8''${encoded}`
}

/** Normalization can turn a name into a path or a device ("／", "ＣＯＮ"), so the result is sanitized again. */
function inAscii(name: string): string {
  const dot = name.lastIndexOf('.')
  const plain = name
    .slice(0, dot)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '_')
  return fileName(plain, name.slice(dot + 1))
}
