import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasFfmpeg =
  spawnSync('ffmpeg', ['-version']).status === 0 && spawnSync('ffprobe', ['-version']).status === 0

type Probe = {
  format: { duration: string; bit_rate: string; tags: Record<string, string> }
  streams: {
    codec_name: string
    codec_type: string
    channels?: number
    sample_rate?: string
    disposition: { attached_pic: number }
  }[]
  chapters: { start_time: string; end_time: string; tags: { title: string } }[]
}

export function probe(mp3: Uint8Array): Probe {
  return withFile(mp3, path => {
    const flags = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-show_chapters']
    return JSON.parse(execFileSync('ffprobe', [...flags, path], { encoding: 'utf8' }))
  })
}

/** Integrated loudness in LUFS, measured by ffmpeg's EBU R128 meter. */
export function ebur128(mp3: Uint8Array): number {
  return withFile(mp3, path => {
    const { stderr } = spawnSync('ffmpeg', ['-nostats', '-i', path, '-af', 'ebur128', '-f', 'null', '-'], {
      encoding: 'utf8',
    })
    return Number(/Summary:[\s\S]*?I:\s+(-?[\d.]+) LUFS/.exec(stderr)?.[1])
  })
}

function withFile<Result>(bytes: Uint8Array, use: (path: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'speech-'))
  try {
    const path = join(folder, 'audio.mp3')
    writeFileSync(path, bytes)
    return use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
