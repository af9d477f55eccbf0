import type { IncomingMessage, ServerResponse } from 'node:http'

const sampleRate = 8000

/** Serves a WAV file of `durationMs` with a soft tick every second. Supports byte ranges. */
export function serveTicks(request: IncomingMessage, response: ServerResponse, durationMs: number) {
  const samples = Math.round((durationMs / 1000) * sampleRate)
  const file = Buffer.alloc(44 + samples, 128)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRate, 24)
  file.writeUInt32LE(sampleRate, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at += sampleRate) file.fill(150, 44 + at, 44 + Math.min(samples, at + 40))
  const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '')
  const from = range ? Number(range[1]) : 0
  const to = range?.[2] ? Number(range[2]) : file.length - 1
  response.writeHead(range ? 206 : 200, {
    'Content-Type': 'audio/wav',
    'Accept-Ranges': 'bytes',
    'Content-Length': to - from + 1,
    ...(range ? { 'Content-Range': `bytes ${from}-${to}/${file.length}` } : {}),
  })
  response.end(file.subarray(from, to + 1))
}

/** Serves a generated SVG landscape, different for each video. */
export function serveThumbnail(path: string, response: ServerResponse) {
  const number = Number(/(\d+)/.exec(path)?.[1] ?? 0)
  const hue = (number * 67 + 200) % 360
  const ridge = (seed: number, height: number) =>
    Array.from({ length: 9 }, (_, at) => `${at * 60},${height + Math.round(30 * Math.sin(seed + at * 1.7))}`).join(' ')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360">
<rect width="480" height="360" fill="hsl(${hue} 45% 72%)"/>
<circle cx="${120 + ((number * 53) % 240)}" cy="${110 + ((number * 31) % 60)}" r="38" fill="hsl(${(hue + 40) % 360} 80% 86%)"/>
<polygon points="0,360 ${ridge(number, 190)} 480,360" fill="hsl(${hue} 38% 52%)"/>
<polygon points="0,360 ${ridge(number + 2, 240)} 480,360" fill="hsl(${(hue + 20) % 360} 40% 36%)"/>
<polygon points="0,360 ${ridge(number + 4, 285)} 480,360" fill="hsl(${(hue + 30) % 360} 42% 22%)"/>
</svg>`
  response.writeHead(200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'max-age=3600' })
  response.end(svg)
}
