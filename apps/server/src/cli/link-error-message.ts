import { captionExtension } from '@recaps/domain/captions/file-names'
import type { VideoLinkError } from '@recaps/domain/video-url'

/** Explains what to pass instead of an input that is neither a file nor the link of a video. */
export function linkErrorMessage(input: string, reason: VideoLinkError): string {
  const looksLikeFile = reason === 'not_a_link' || captionExtension.test(input) || recordingEnding.test(input)
  if (looksLikeFile && /[./\\]/.test(input)) return `File not found: ${input}.`
  return messages[reason]
}

const recordingEnding = /\.(mp3|m4a|wav|ogg|opus|flac|aac|mp4|mov|mkv|webm)$/i

const messages: Record<VideoLinkError, string> = {
  empty: 'No video given. Pass a link, an id, a caption file or a recording.',
  not_a_link: 'This is not a YouTube link, an 11-character video id, or an existing file.',
  not_youtube: 'Only YouTube links are supported. For other videos, pass a caption file or a recording.',
  playlist: 'This is a playlist link. Pass the link of one video in it.',
  channel: 'This is a channel link. Pass the link of one of its videos.',
  clip: 'This is a clip link. Pass the link of the full video.',
  no_video: 'There is no video on this YouTube page. Pass the link of a video.',
  malformed_id: 'The link is incomplete. Copy it again from the address bar or the share menu.',
}
