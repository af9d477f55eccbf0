import { captionEnding } from '@recaps/domain/captions/file-names'
import type { VideoLinkRefusal } from '@recaps/domain/video-url'

/** What to give instead, for everything that is neither a file nor the link of one video. */
export function refusedLink(input: string, reason: VideoLinkRefusal): string {
  const looksLikeFile = reason === 'not_a_link' || captionEnding.test(input) || recordingEnding.test(input)
  if (looksLikeFile && /[./\\]/.test(input)) return `There is no file ${input}.`
  return sentences[reason]
}

const recordingEnding = /\.(mp3|m4a|wav|ogg|opus|flac|aac|mp4|mov|mkv|webm)$/i

const sentences: Record<VideoLinkRefusal, string> = {
  empty: 'Say which video: a link, an id, a caption file or a recording.',
  not_a_link: 'This is neither the link of a YouTube video, nor its 11-character id, nor a file here.',
  not_youtube: 'Only links of YouTube are understood. For other videos, give a caption file or a recording.',
  playlist: 'This is the link of a playlist. Give the link of one video in it.',
  channel: 'This is the link of a channel. Give the link of one video on it.',
  clip: 'This is the link of a clip. Give the link of the whole video.',
  no_video: 'This page of YouTube holds no video. Give the link of one video.',
  malformed_id: 'The link is not complete. Copy it again from the address bar or the share menu.',
}
