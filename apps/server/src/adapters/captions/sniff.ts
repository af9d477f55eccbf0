/**
 * Whether bytes look like captions of some form: json3, srv1 or another timed text, WebVTT (its header may be missing),
 * SubRip. Reading them is the transcript's business; this only tells them from error pages and rubbish.
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
