/**
 * Whether bytes look like captions: json3, srv1 or another timed text, WebVTT (the header may be missing), or SubRip. This only
 * distinguishes captions from error pages and garbage; they are parsed when the transcript is read.
 */
export const looksLikeCaptions = (body: Uint8Array): boolean => {
  const start = Buffer.from(body.subarray(0, 4_096))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  if (start.startsWith('{')) return isJson3(body)
  if (/^<(?:\?xml|transcript|timedtext|tt)\b/i.test(start)) return /<(?:transcript|timedtext|tt)\b/i.test(start)
  return start.startsWith('WEBVTT') || /\d\d:\d\d[.,]\d{3} --> /.test(start)
}

const isJson3 = (body: Uint8Array): boolean => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof parsed === 'object' && parsed !== null && 'events' in parsed && Array.isArray(parsed.events)
  } catch {
    return false
  }
}
