/** Enough for the last cues in any format; a complete track may be megabytes. */
const tailBytes = 16 * 1024

/**
 * The start of the last cue of a caption track in json3, srv1 or WebVTT, in milliseconds, read from the end of the track. Null if
 * there is no time. Good enough to detect a track that stops in the middle of its video, and cheap enough for the main thread.
 */
export function lastCueMs(body: Uint8Array): number | null {
  const tail = Buffer.from(body.subarray(Math.max(0, body.byteLength - tailBytes))).toString('latin1')
  const times = [
    ...[...tail.matchAll(/"tStartMs":\s*(\d{1,9})/g)].map(([, ms]) => Number(ms)),
    ...[...tail.matchAll(/<text start="(\d{1,6}(?:\.\d{1,3})?)"/g)].map(([, seconds]) => Number(seconds) * 1000),
    ...[...tail.matchAll(/(?:(\d{1,2}):)?(\d\d):(\d\d)[.,]\d{3} --> /g)].map(
      ([, hours = '0', minutes, seconds]) => ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000,
    ),
  ]
  return times.length === 0 ? null : Math.max(...times)
}
